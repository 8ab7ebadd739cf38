import { t } from '@sterling/contract/texts.ts';
import { Component, type ReactNode } from 'react';
import { ErrorState } from './empty-state.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Renders nothing instead of an error. */
  silent?: boolean;
}

/** Limits a crash to one region of the page. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    if (this.props.silent) return null;
    return (
      <ErrorState
        title={t('This part of the page stopped working')}
        error={this.state.error}
        onRetry={() => (isOutdated(this.state.error) ? location.reload() : this.setState({ error: null }))}
      />
    );
  }
}

/**
 * The chunk is missing after a deployment, or its download failed. Browsers cache that failure until a page
 * reload.
 */
const isOutdated = (error: unknown): boolean => error instanceof TypeError && /module/.test(error.message);
