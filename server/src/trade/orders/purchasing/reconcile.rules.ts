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
  /** What Roblox said about the purchase, or why its answer is missing. */
  readonly reason: string | null;
  readonly quietChecks: number;
  readonly oddChecks: number;
  /** Milliseconds since the attempt was marked. */
  readonly ageMs: number;
  /** Milliseconds since its call ended. Null: nobody knows. */
  readonly callEndedMs: number | null;
}

/** How long an attempt may still buy the pass. */
export interface EffectLimits {
  /** After its call has ended. */
  readonly afterCallMs: number;
  /** After it was marked, if nobody knows when its call ended. */
  readonly afterMarkMs: number;
}

/** After these answers the account owns the pass, even if other calls do not show it yet. */
const OWNED_BY_ANSWER: ReadonlySet<string | null> = new Set(['bought', 'AlreadyOwned']);
const MIN_QUIET_CHECKS = 2;
const MAX_ODD_CHECKS = 6;
/** An outage may be long, but an order does not wait forever. */
const MAX_UNREADABLE_MS = 15 * 60_000;

export type Finding =
  | 'bought'
  | 'not-bought'
  /** Nothing suggests a purchase, but it may still take effect. */
  | 'quiet'
  /** The evidence contradicts itself, or Roblox refuses to show it. */
  | 'odd'
  /** The evidence could not be read. */
  | 'unknown'
  | 'escalate';

/**
 * Judges an attempt whose answer was lost. Owned: bought. Not owned, no record and an unchanged balance in two checks, the
 * second when the attempt can no longer take effect: not bought. Evidence that stays contradictory is escalated to a person, and so is evidence that
 * cannot be read for 15 minutes. A shorter outage decides nothing.
 */
export function judge(attempt: UnclearAttempt, evidence: Evidence, limits: EffectLimits): Finding {
  if (evidence.owns) return 'bought';
  const isUnread = [evidence.owns, evidence.balance, evidence.hasRecord].includes(null);
  if (isUnread && !evidence.isRefused) return attempt.ageMs >= MAX_UNREADABLE_MS ? 'escalate' : 'unknown';
  const isOver = isEffectOver(attempt, limits);
  if (!isQuiet(attempt, evidence))
    return attempt.oddChecks + 1 >= MAX_ODD_CHECKS && isOver ? 'escalate' : 'odd';
  return attempt.quietChecks + 1 >= MIN_QUIET_CHECKS && isOver ? 'not-bought' : 'quiet';
}

const isEffectOver = (
  { ageMs, callEndedMs }: UnclearAttempt,
  { afterCallMs, afterMarkMs }: EffectLimits,
): boolean => (callEndedMs === null ? ageMs >= afterMarkMs : callEndedMs >= afterCallMs);

/** Whether nothing at all suggests that the attempt bought the pass. */
export const isQuiet = (
  { balanceBefore, reason }: Pick<UnclearAttempt, 'balanceBefore' | 'reason'>,
  { owns, balance, hasRecord }: Evidence,
): boolean =>
  owns === false && hasRecord === false && balance === balanceBefore && !OWNED_BY_ANSWER.has(reason);

/**
 * Whether a refused purchase took effect all the same. A proxy may have sent it twice, or Roblox refused it after the debit. What
 * could not be read shows nothing, so the refusal counts.
 */
export const tookEffect = (
  { balanceBefore, priceRobux }: { readonly balanceBefore: number; readonly priceRobux: number },
  { owns, balance, hasRecord }: Evidence,
): boolean => owns === true || hasRecord === true || balance === balanceBefore - priceRobux;
