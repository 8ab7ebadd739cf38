import { useRef } from 'react';

/**
 * Returns the focus to the element that opened a dialog. Radix does this only for its own triggers, but most
 * dialogs here open by state: from a button in a row, a menu item or the palette.
 */
export function useReturnFocus(open: boolean) {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) opener.current = findOpener();
  wasOpen.current = open;
  return (event: Event) => {
    if (!opener.current?.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
}

/** A menu item no longer exists when its dialog closes, so the menu's trigger gets the focus. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const trigger = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return trigger ? document.getElementById(trigger) : active;
}
