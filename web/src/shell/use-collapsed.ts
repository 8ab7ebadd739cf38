import { useState } from 'react';

const KEY = 'sterling.sidebar';

/** Whether the sidebar shows icons only; remembered by this browser. */
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
    return localStorage.getItem(KEY) === 'collapsed';
  } catch {
    return false;
  }
}
