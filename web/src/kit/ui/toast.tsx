import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { ErrorBoundary } from './missing-content.tsx';

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  /** By default something has succeeded. `info`: something else that is not wrong. */
  readonly variant?: 'default' | 'info' | 'destructive' | 'warning';
}

/** The id of the element that toasts must not cover. */
export const HEADER_ID = 'page-header';

let current: Toast | null = null;
let lastId = 0;
const watchers = new Set<() => void>();

/** Shows a message for 5 s. It replaces the previous one. Returns its id for `dismissToast`. */
export function toast(message: Omit<Toast, 'id'>): number {
  lastId += 1;
  set({ ...message, id: lastId });
  return lastId;
}

/** Closes a toast unless another one has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null);
}

export const currentToast = (): Toast | null => current;

export function watchToast(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function set(next: Toast | null): void {
  current = next;
  for (const watcher of watchers) watcher();
}

const importToaster = () => import('./toaster.tsx');
const Toaster = lazy(importToaster);
let wanted = false;

/** Loads the toaster early if a toast is likely. */
export function loadToaster(): void {
  void importToaster();
}

/** Renders toasts. The code loads with the first toast, so the landing page stays small. Without it, a toast is plain. */
export function ToastRegion() {
  const shown = useSyncExternalStore(watchToast, currentToast);
  if (shown) wanted = true;
  return wanted ? (
    <ErrorBoundary fallback={shown && <PlainToast key={shown.id} {...shown} />}>
      <Suspense>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}

/** The time until a toast disappears. */
export const TOAST_SHOWN_MS = 5000;

/** A toast without the code of the toaster, which may be missing without a connection. */
function PlainToast({ id, title, description }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div
      role="alert"
      className="fixed inset-x-3 top-3 z-100 rounded-xl bg-surface-1 p-4 text-2 shadow-float sm:left-auto sm:w-96"
    >
      <p className="font-medium text-1">{title}</p>
      {description && <p>{description}</p>}
    </div>
  );
}
