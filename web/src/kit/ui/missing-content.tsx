import { t } from '@sterling/contract/texts.ts';
import { CircleAlert, type LucideIcon, RotateCw, WifiOff } from 'lucide-react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { explain } from '../../data/call.ts';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { focusWhileThere } from './focus.ts';
import { useOnline } from './use-browser.ts';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** What to do next. */
  children?: ReactNode;
  className?: string;
}

/** Stands where a list would be: what is missing, and in `children` what a person can do about it. */
export function EmptyState({ icon: Icon, title, children, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center justify-center gap-3 px-6 py-10 text-center', className)}>
      {Icon && <Round icon={Icon} />}
      <p className="text-balance font-medium text-2">{title}</p>
      {children && (
        <div className="flex max-w-sm flex-col items-center gap-3 text-balance text-3 [&_p]:text-balance">
          {children}
        </div>
      )}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** Without it there is no button, because trying again does not help. */
  onRetry?: (() => void) | undefined;
  title?: string;
  className?: string;
}

/** Replaces content that failed to load. Shows the reason, and a Retry button if it may help. */
export function ErrorState({ error, onRetry, title, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn('flex flex-col items-center justify-center gap-3 px-6 py-10 text-center', className)}
    >
      <Round icon={CircleAlert} />
      {title && <p className="font-medium text-1">{title}</p>}
      <p className="max-w-sm text-balance text-2">{explain(error)}</p>
      {onRetry && (
        <Button
          variant="secondary"
          size="sm"
          onClick={({ currentTarget }) => {
            focusWhileThere(currentTarget);
            onRetry();
          }}
        >
          <RotateCw aria-hidden className="size-4" />
          {t('Retry')}
        </Button>
      )}
    </div>
  );
}

function Round({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span aria-hidden className="grid size-10 place-items-center rounded-full border border-line text-3">
      <Icon className="size-5" />
    </span>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown instead of the error. */
  fallback?: ReactNode;
  onError?: (error: unknown) => void;
}

/** Limits a crash to one region of the page. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    if (isCodeMissing(this.state.error)) return <CodeMissing error={this.state.error} />;
    return (
      <ErrorState title={STOPPED} error={this.state.error} onRetry={() => this.setState({ error: null })} />
    );
  }
}

const STOPPED = t('This part of the page stopped working');

/** Says why a part that opens on demand does not open. */
export function missingNotice(error: unknown, isOnline: boolean): { title: string; description: string } {
  if (!isCodeMissing(error)) return { title: STOPPED, description: explain(error) };
  return isOnline
    ? { title: STOPPED, description: t('Reload the page and try again.') }
    : { title: OFFLINE, description: t('Reload the page when you are connected again.') };
}

const OFFLINE = t("You're offline");

/**
 * Stands for code that could not be downloaded. Browsers keep that failure until the page is reloaded, which needs a
 * connection.
 */
function CodeMissing({ error }: { error: unknown }) {
  const online = useOnline();
  const [wasOffline] = useState(!online);
  useEffect(() => {
    if (wasOffline && online) location.reload();
  }, [wasOffline, online]);
  if (!online)
    return (
      <EmptyState icon={WifiOff} title={OFFLINE}>
        {t('This part of the page opens when you are connected again.')}
      </EmptyState>
    );
  return <ErrorState title={STOPPED} error={error} onRetry={() => location.reload()} />;
}

/** The chunk is missing after a deployment, or its download failed. */
const isCodeMissing = (error: unknown): boolean => error instanceof TypeError && /module/.test(error.message);
