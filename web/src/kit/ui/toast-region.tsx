import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentToast, watchToast } from './toast-store.ts';

const importToaster = () => import('./toaster.tsx');
const Toaster = lazy(importToaster);
let wanted = false;

/** Loads the toaster early if a toast is likely. */
export function loadToaster(): void {
  void importToaster();
}

/** Renders toasts. The code loads with the first toast, so the landing page stays small. */
export function ToastRegion() {
  const shown = useSyncExternalStore(watchToast, currentToast);
  if (shown) wanted = true;
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
