import type { Robux } from '@sterling/contract/money.ts';

/** What Roblox shows about an unclear attempt. Null: could not be read. */
export interface Evidence {
  readonly owns: boolean | null;
  readonly balance: Robux | null;
  readonly hasRecord: boolean | null;
  /** Roblox refuses the account's cookie, so waiting does not make the evidence readable. */
  readonly isRefused?: boolean;
}

export interface UnclearAttempt {
  readonly balanceBefore: number;
  readonly quietChecks: number;
  readonly oddChecks: number;
  /** Milliseconds since the attempt was sent. */
  readonly ageMs: number;
}

/** How long a sent purchase may still take effect: two calls of the longest timeout, and a margin. */
export const SETTLE_MS = 22_000;
const QUIET_CHECKS = 2;
const ODD_CHECKS = 6;
/** An outage may be long, but an order does not wait for ever. */
const UNREADABLE_MS = 15 * 60_000;

export type Finding = 'bought' | 'not-bought' | 'quiet' | 'odd' | 'unknown' | 'escalate';

/**
 * Judges an attempt whose answer was lost. Owned: bought. Not owned, no record and an unchanged balance in two checks after
 * the settle time: not bought. Evidence that stays contradictory is escalated to a person, and so is evidence that cannot be
 * read for 15 minutes. A shorter outage decides nothing.
 */
export function judge(attempt: UnclearAttempt, evidence: Evidence, settleMs = SETTLE_MS): Finding {
  if (evidence.owns) return 'bought';
  const isUnread = [evidence.owns, evidence.balance, evidence.hasRecord].includes(null);
  if (isUnread && !evidence.isRefused) return attempt.ageMs >= UNREADABLE_MS ? 'escalate' : 'unknown';
  const isQuiet = evidence.hasRecord === false && evidence.balance === attempt.balanceBefore;
  if (!isQuiet) return attempt.oddChecks + 1 >= ODD_CHECKS && attempt.ageMs >= settleMs ? 'escalate' : 'odd';
  return attempt.quietChecks + 1 >= QUIET_CHECKS && attempt.ageMs >= settleMs ? 'not-bought' : 'quiet';
}
