import { useState } from 'react';

const KEY = 'sterling.sidebar';

/** Narrower pages need the room for their tables. */
const ROOMY_PX = 1024;

/** Whether the sidebar shows icons only: what this browser remembers, else what there is room for. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(remembered);
  const choose = (next: boolean) => {
    setCollapsed(next);
    try {
      localStorage.setItem(KEY, next ? 'collapsed' : 'expanded');
    } catch {
      // Storage can be switched off: the choice then ends with the page.
    }
  };
  return [collapsed, choose];
}

function remembered(): boolean {
  try {
    const chosen = localStorage.getItem(KEY);
    if (chosen) return chosen === 'collapsed';
  } catch {
    // Nothing is remembered without storage.
  }
  return window.innerWidth < ROOMY_PX;
}
