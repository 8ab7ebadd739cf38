import { useState } from 'react';
import { storedText } from '../../data/storage.ts';

const choice = storedText('sterling.sidebar');

/** Below this width, tables need the space of the sidebar. */
const ROOMY_PX = 1024;

/** Whether the sidebar shows icons only. Uses the saved choice, otherwise the window width. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(remembered);
  const choose = (next: boolean) => {
    setCollapsed(next);
    choice.keep(next ? 'collapsed' : 'expanded');
  };
  return [collapsed, choose];
}

function remembered(): boolean {
  const chosen = choice.read();
  return chosen ? chosen === 'collapsed' : window.innerWidth < ROOMY_PX;
}
