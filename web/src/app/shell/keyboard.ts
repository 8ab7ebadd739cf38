/** Whether the keyboard has a command key, which takes the place of Ctrl. */
const HAS_COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the key that is held for a shortcut. */
export const MODIFIER = HAS_COMMAND_KEY ? '⌘' : 'Ctrl';

/** The shortcut of the command palette. */
export const PALETTE_KEYS = HAS_COMMAND_KEY ? '⌘K' : 'Ctrl K';
