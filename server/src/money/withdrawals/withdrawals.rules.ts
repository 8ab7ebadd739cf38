import { plainMinute } from '../../platform/formats.rules.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';

/** States of a withdrawal. The trigger withdrawals_guard refuses changes that docs/guide/money.md (States) does not list. */
export const WITHDRAWAL_STATES = [
  'requested',
  'approved',
  'signed',
  'broadcast',
  'confirmed',
  'needs_review',
  'cancelling',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** The API status of a state (docs/guide/money.md, States). */
export function shownStatus(state: WithdrawalState): 'pending' | 'completed' | 'failed' {
  if (state === 'confirmed') return 'completed';
  return state === 'failed' ? 'failed' : 'pending';
}

/** Shown to the user while nothing may leave. `reason` comes from payoutStopReason. */
export const pausedText = (reason: string): string => toStore(WITH_VALUES.payoutsPaused, { reason });

/** The reason that a withdrawal to a new address shows while it waits. */
export const waitText = (until: Date): string =>
  toStore(WITH_VALUES.firstWithdrawal, { time: plainMinute(until) });

const DAY_MS = 86_400_000;

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Ledger keys of a withdrawal: its hold, the event that posts it, and the event that returns a lost payment. */
export const withdrawalHoldKey = (id: string): string => `withdrawal ${id}`;
export const confirmedKey = (id: string): string => `withdrawal ${id} confirmed`;
export const returnedKey = (id: string): string => `withdrawal ${id} returned`;
