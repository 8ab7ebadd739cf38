import { t } from '@sterling/contract/texts.ts';
import { onlineManager } from '@tanstack/react-query';
import { createContext, isValidElement, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary, missingNotice } from './missing-content.tsx';
import { Spinner } from './spinner.tsx';
import { toast } from './toast.ts';

/** In an overlay that is closing: what to call when its animation has ended. Otherwise null. */
export const LeavingContext = createContext<(() => void) | null>(null);

/**
 * Holds dialogs and sheets that are mounted while they are open: `{adding && <AddDialog … />}`. Their code loads
 * on first use. An overlay that is no longer given stays until its closing animation has ended.
 */
export function Overlays({ children }: { children: ReactNode }) {
  const places = Array.isArray(children) ? (children as ReactNode[]) : [children];
  // biome-ignore lint/suspicious/noArrayIndexKey: the places of overlays never change, their keys do
  return places.map((child, place) => <Lingering key={place}>{child}</Lingering>);
}

interface Kept {
  readonly child: ReactNode;
  readonly isLeaving: boolean;
  /** Counts the overlays, because the next one must not get the state of one that is still closing. */
  readonly opening: number;
}

function Lingering({ children: given }: { children?: ReactNode }) {
  const [kept, setKept] = useState<Kept>({ child: null, isLeaving: false, opening: 0 });
  const now = nextOf(kept, given || null);
  if (now !== kept) setKept(now);
  const forget = () =>
    setKept((last) => (last.isLeaving ? { ...last, child: null, isLeaving: false } : last));
  return (
    <LeavingContext value={now.isLeaving ? forget : null}>
      <ErrorBoundary key={now.opening} fallback={null} onError={(error) => giveUp(now.child, error)}>
        <Suspense fallback={<Opening />}>{now.child}</Suspense>
      </ErrorBoundary>
    </LeavingContext>
  );
}

/** Shows that the code of an overlay is loading, but not when it loads in an instant. */
function Opening() {
  return (
    <div className="pointer-events-none fixed inset-0 z-60 grid animate-late-in place-items-center">
      <div className="grid rounded-xl bg-surface-1 p-4 text-2 shadow-float">
        <Spinner label={t('Loading')} className="size-6" />
      </div>
    </div>
  );
}

/** Says why an overlay does not open, and closes it for its page, so that the next press tries again. */
function giveUp(child: ReactNode, error: unknown): void {
  toast({ ...missingNotice(error, onlineManager.isOnline()), variant: 'destructive' });
  if (isValidElement<{ onClose?: () => void }>(child)) child.props.onClose?.();
}

/** The overlay to show after this one was given. Null: none is open. */
function nextOf(kept: Kept, given: ReactNode): Kept {
  if (given === null) return kept.child === null || kept.isLeaving ? kept : { ...kept, isLeaving: true };
  if (given === kept.child) return kept;
  return { child: given, isLeaving: false, opening: kept.opening + (kept.isLeaving ? 1 : 0) };
}

let asking = 0;

/** Whether a dialog is open that has something to lose, so nothing else may take its place without a question. */
export const asksToStay = (): boolean => asking > 0;

/** Notes such a dialog until the returned function is called. */
export function noteAsking(): () => void {
  asking += 1;
  return () => {
    asking -= 1;
  };
}
