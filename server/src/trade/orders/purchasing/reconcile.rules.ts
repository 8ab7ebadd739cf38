import type { Robux } from '@sterling/contract/money.ts';

/** What a look at an unclear attempt found; null: could not be read. */
export interface Look {
  readonly owns: boolean | null;
  readonly balance: Robux | null;
  readonly hasRecord: boolean | null;
}

export interface UnclearAttempt {
  readonly balanceBefore: number;
  readonly quietChecks: number;
  readonly oddChecks: number;
  /** Since it was sent. */
  readonly ageMs: number;
}

/** For how long a purchase that was sent may still be on its way: two calls of the longest time-out, and some. */
export const SETTLE_MS = 22_000;
const QUIET_CHECKS = 2;
const ODD_CHECKS = 6;

export type Finding = 'bought' | 'not-bought' | 'quiet' | 'odd' | 'unknown' | 'ask-somebody';

/**
 * What a look says about an attempt whose answer was lost: owned → bought; not owned, without record
 * and the balance unchanged, twice and late enough → not bought; anything else that stays is for a person to decide.
 */
export function judge(attempt: UnclearAttempt, look: Look, settleMs = SETTLE_MS): Finding {
  if (look.owns === null) return 'unknown';
  if (look.owns) return 'bought';
  const isQuiet = look.hasRecord === false && look.balance === attempt.balanceBefore;
  if (!isQuiet)
    return attempt.oddChecks + 1 >= ODD_CHECKS && attempt.ageMs >= settleMs ? 'ask-somebody' : 'odd';
  return attempt.quietChecks + 1 >= QUIET_CHECKS && attempt.ageMs >= settleMs ? 'not-bought' : 'quiet';
}
