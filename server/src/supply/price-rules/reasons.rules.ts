import { type Cents, dollarsOf, dollarText } from '@sterling/contract/money.ts';
import type { PriceReason } from '@sterling/contract/price-rules.ts';
import type { Reason } from './price-rules.rules.ts';

/** A stored reason as the contract shows it. */
export function shownReason({ startCents, boundCents, ...same }: Reason): PriceReason {
  return {
    ...same,
    ...(startCents !== undefined && { startRate: dollarsOf(startCents as Cents) }),
    ...(boundCents !== undefined && { boundRate: dollarsOf(boundCents as Cents) }),
  };
}

/** A stored reason as text. */
export function sentenceOf(reason: Reason, isPaused: boolean): string {
  if (reason.code === 'ended') return 'The rule no longer pauses this account.';
  return [startOf(reason), stepOf(reason), dayOf(reason), endOf(reason, isPaused)].filter(Boolean).join(' ');
}

function startOf({ code, startCents, belowCents = 0 }: Reason): string {
  if (code === 'alone') return 'No other seller has stock.';
  if (code === 'base') return `The base rate is ${usd(startCents)}.`;
  const lowest = `The lowest rate of other sellers is ${usd(startCents)}`;
  return belowCents === 0 ? `${lowest}.` : `${lowest}, less ${cents(belowCents)}.`;
}

const stepOf = ({ stockStep }: Reason): string =>
  stockStep
    ? `${moreOrLess(stockStep.cents)} from ${stockStep.fromRobux.toLocaleString('en-US')} Robux on.`
    : '';

const dayOf = ({ dayCents }: Reason): string =>
  dayCents === undefined ? '' : `${moreOrLess(dayCents)} at this time of day.`;

function endOf({ bound, boundCents }: Reason, isPaused: boolean): string {
  if (isPaused) return `That is below your floor of ${usd(boundCents)}, so the account is paused.`;
  if (bound === 'floor') return `Your floor is ${usd(boundCents)}.`;
  return bound === 'ceiling' ? `Your ceiling is ${usd(boundCents)}.` : '';
}

const moreOrLess = (by: number): string =>
  by === 0 ? 'No change' : `${cents(Math.abs(by))} ${by < 0 ? 'less' : 'more'}`;
const cents = (count: number): string => `${count} ${count === 1 ? 'cent' : 'cents'}`;
const usd = (amount = 0): string => `$${dollarText(amount as Cents)}`;
