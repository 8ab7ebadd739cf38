import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { ErrorBoundary } from './missing-content.tsx';
import { currentToast, dismissToast, TOAST_SHOWN_MS, type Toast, watchToast } from './toast.ts';

/** Loads the code of the toasts early if a toast is likely. */
export const loadToaster = () => import('./toaster.tsx');

const Toaster = lazy(loadToaster);
let wanted = false;

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
