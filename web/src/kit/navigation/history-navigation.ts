import { useSyncExternalStore } from 'react';

/** The browser fires popstate for Back and Forward. wouter fires the other two when the app navigates. */
const STEPS = ['popstate', 'pushState', 'replaceState'];

let isHistoryNavigation = false;

/** Whether the browser's Back or Forward button opened the current page. */
export const useHistoryNavigation = (): boolean => useSyncExternalStore(follow, () => isHistoryNavigation);

function follow(changed: () => void): () => void {
  const note = ({ type }: Event) => {
    isHistoryNavigation = type === 'popstate';
    changed();
  };
  // Capture runs before the router renders the new page.
  for (const step of STEPS) window.addEventListener(step, note, { capture: true });
  return () => {
    for (const step of STEPS) window.removeEventListener(step, note, { capture: true });
  };
}
