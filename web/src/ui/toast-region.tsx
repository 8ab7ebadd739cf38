import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentToast, watchToast } from './toast-store.ts';

const importToaster = () => import('./toaster.tsx');
const Toaster = lazy(importToaster);
let wanted = false;

/** Loads the toaster ahead of the first toast, where one is likely. */
export function loadToaster(): void {
  void importToaster();
}

/** The place of toasts; its code comes with the first one, so that the landing page does without. */
export function ToastRegion() {
  const shown = useSyncExternalStore(watchToast, currentToast);
  if (shown) wanted = true;
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
