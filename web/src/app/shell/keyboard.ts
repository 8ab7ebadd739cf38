import { storedText } from '../../data/storage.ts';

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
