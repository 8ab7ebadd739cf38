import { useState } from 'react';

const KEY = 'sterling.sidebar';

/** Below this width, tables need the space of the sidebar. */
const ROOMY_PX = 1024;

/** Whether the sidebar shows icons only. Uses the saved choice, otherwise the window width. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(remembered);
  const choose = (next: boolean) => {
    setCollapsed(next);
    try {
      localStorage.setItem(KEY, next ? 'collapsed' : 'expanded');
    } catch {
      // Users can switch storage off. The choice then lasts until the page closes.
    }
  };
  return [collapsed, choose];
}

function remembered(): boolean {
  try {
    const chosen = localStorage.getItem(KEY);
    if (chosen) return chosen === 'collapsed';
  } catch {
    // Without storage there is no saved choice.
  }
  return window.innerWidth < ROOMY_PX;
}
