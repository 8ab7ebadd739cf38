import { useSyncExternalStore } from 'react';

/** What Back and Forward tell by, and wouter the steps that a page takes by itself. */
const STEPS = ['popstate', 'pushState', 'replaceState'];

let throughHistory = false;

/** Whether the browser's Back or Forward led here, and no link. */
export const useThroughHistory = (): boolean => useSyncExternalStore(follow, () => throughHistory);

function follow(changed: () => void): () => void {
  const note = ({ type }: Event) => {
    throughHistory = type === 'popstate';
    changed();
  };
  // before the router hears of it and draws the page
  for (const step of STEPS) window.addEventListener(step, note, { capture: true });
  return () => {
    for (const step of STEPS) window.removeEventListener(step, note, { capture: true });
  };
}
