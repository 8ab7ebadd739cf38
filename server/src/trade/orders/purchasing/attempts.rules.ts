/** The states of an open attempt: it is being sent, or nobody knows whether it bought the gamepass. */
export const OPEN_STATES = ['marked', 'unclear'] as const;

/** The states of an attempt that bought the gamepass or may have bought it. */
export const MAYBE_BOUGHT_STATES = [...OPEN_STATES, 'bought'] as const;
