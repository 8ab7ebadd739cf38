import { useRef } from 'react';

/**
 * Gives the focus back to what opened a dialog. Radix does so only for its own triggers, while most of our dialogs
 * are opened by state: from a row's button, a menu item or the palette.
 */
export function useReturnFocus(open: boolean) {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) opener.current = whatOpened();
  wasOpen.current = open;
  return (event: Event) => {
    if (!opener.current?.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
}

/** A menu is gone by the time that its dialog closes: its trigger stands for it. */
function whatOpened(): HTMLElement | null {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const trigger = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return trigger ? document.getElementById(trigger) : active;
}
