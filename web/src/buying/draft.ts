import { type Cents, MIN_ORDER_ROBUX, orderTotal, type Robux } from '@sterling/contract/money.ts';
import type { Gamepass } from '@sterling/contract/orders.ts';
import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { rateOf } from '../market/figures.ts';

/** What is being put together on the buy page. */
export interface Draft {
  readonly amount: Robux;
  /** The chosen row of the market, while it can fill the amount. */
  readonly chosen: AggregatedRate | undefined;
  /** The pass behind the address, once it was found. */
  readonly pass: Gamepass | undefined;
  /** A cookie of the buyer lets the server set the pass's price. */
  readonly hasCookie: boolean;
}

/** What is asked of a rate. */
export type Wanted = Pick<Draft, 'amount' | 'hasCookie'>;

/** How a rate can fill an order: from one account, or in parts, for which the pass's price is set with the buyer's cookie. */
export function fillOf(row: AggregatedRate, { amount, hasCookie }: Wanted): 'whole' | 'parts' | null {
  if (row.largestOrder >= amount) return 'whole';
  return hasCookie && isEnoughInParts(row, amount) ? 'parts' : null;
}

/** Whether several of the rate's accounts together hold what none of them does. */
export const isEnoughInParts = (row: AggregatedRate, amount: Robux): boolean =>
  row.instant > 0 && row.totalRobux >= amount;

/** How soon an order is delivered by a seller who has so many minutes to buy it by hand. */
export function withinText(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `Within ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The row of a rate, if it is still on offer and can fill the order. */
export function findChosen(
  rows: readonly AggregatedRate[],
  ratePerThousand: string | null,
  wanted: Wanted,
): AggregatedRate | undefined {
  return rows.find((row) => row.ratePerThousand === ratePerThousand && fillOf(row, wanted) !== null);
}

/** What the order costs at a rate; null below the minimum, which nobody can order. */
export function totalAt(row: AggregatedRate | undefined, amount: Robux): Cents | null {
  return row && amount >= MIN_ORDER_ROBUX ? orderTotal(amount, rateOf(row)) : null;
}

/** Whether a pass must be priced anew before it can be bought for this amount. */
export const isMispriced = ({ pass, amount, hasCookie }: Draft): boolean =>
  pass !== undefined && !hasCookie && pass.price !== amount;

export type StepNumber = 1 | 2 | 3;
export const STEP_NUMBERS: readonly StepNumber[] = [1, 2, 3];

export function isDone(draft: Draft, step: StepNumber): boolean {
  if (step === 1) return draft.amount >= MIN_ORDER_ROBUX;
  if (step === 2) return draft.chosen !== undefined;
  return draft.pass !== undefined && !isMispriced(draft);
}

export interface Missing {
  readonly step: StepNumber;
  readonly title: string;
  readonly description: string;
}

/** The first thing that is missing before the order can be placed, in the required words; null when nothing is. */
export function findMissing(draft: Draft): Missing | null {
  const step = STEP_NUMBERS.find((number) => !isDone(draft, number));
  return step ? { step, ...MISSING[step] } : null;
}

const MISSING: Record<StepNumber, Omit<Missing, 'step'>> = {
  1: { title: 'Invalid Amount', description: 'Minimum purchase is 100 Robux' },
  2: { title: 'Select a Rate', description: 'Choose one of the rates that can fill your order.' },
  3: { title: 'Invalid Gamepass', description: 'Please enter a valid gamepass URL with correct price' },
};

/**
 * Which steps are shown in full. Before everything was done for the first time all of them are; from then on those
 * that are not done and the one that is being changed, so that nothing folds away under someone's hands.
 */
export function isOpen(
  draft: Draft,
  step: StepNumber,
  { settled, current }: { settled: boolean; current: StepNumber | null },
): boolean {
  return !settled || step === current || !isDone(draft, step);
}
