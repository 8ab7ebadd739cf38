import { useEffect, useState } from 'react';
import { storedText } from '../../data/storage.ts';
import { asksToStay } from '../../kit/ui/overlays.tsx';

/** Whether the keyboard has a command key, which takes the place of Ctrl. */
const HAS_COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the key that is held for a shortcut. */
export const MODIFIER = HAS_COMMAND_KEY ? '⌘' : 'Ctrl';

/** The shortcut of the command palette. */
export const PALETTE_KEYS = HAS_COMMAND_KEY ? '⌘K' : 'Ctrl K';

/**
 * Whether ? shows the shortcuts, by the choice of this browser's user. Speech input presses single keys by accident, so they can be
 * turned off (WCAG 2.1.4).
 */
export const questionMark = {
  isOn: (): boolean => choice.read() !== 'off',
  turn: (on: boolean): void => void choice.keep(on ? null : 'off'),
};

const choice = storedText('sterling.question-mark');

/** What is open: the command palette, the list of shortcuts, or neither. */
export type Helper = 'commands' | 'shortcuts' | null;

/** ⌘K and Ctrl+K toggle the palette, and ? shows the shortcuts. Their code loads on first use. The palette could lead away from a changed dialog. */
export function useHelper() {
  const [helper, show] = useState<Helper>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyped = (event.target as Element).closest('input, textarea') !== null;
      if (event.key === '?' && !isTyped && questionMark.isOn()) show('shortcuts');
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      show((before) => (before || asksToStay() ? null : 'commands'));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return [helper, show] as const;
}
