import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import { type Cents, MIN_ORDER_ROBUX, orderTotal, type Robux } from '@sterling/contract/money.ts';
import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { rateOf } from '../market/figures.ts';

/** The order that the buyer prepares on the buy page. */
export interface Draft {
  readonly amount: Robux;
  /** The row of the market that the order uses, while it can fill the amount. */
  readonly chosen: AggregatedRate | undefined;
  /** The gamepass at the URL, once it was found. */
  readonly pass: Gamepass | undefined;
  /** With the buyer's cookie, the server can set the price of the gamepass. */
  readonly hasCookie: boolean;
}

/** What a rate must fill. */
export type Wanted = Pick<Draft, 'amount' | 'hasCookie'>;

/**
 * How a rate can fill the order. In parts it needs the buyer's cookie, because the gamepass price changes for
 * each part.
 */
export function fillOf(row: AggregatedRate, { amount, hasCookie }: Wanted): 'whole' | 'parts' | null {
  if (row.largestOrder >= amount) return 'whole';
  return hasCookie && isEnoughInParts(row, amount) ? 'parts' : null;
}

/** Whether several accounts of the rate together hold the amount. */
export const isEnoughInParts = (row: AggregatedRate, amount: Robux): boolean =>
  row.instant > 0 && row.totalRobux >= amount;

/** The delivery time of a manual account, from the deadline of its seller in minutes. */
export function withinText(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `Within ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * The row of a rate, if it is still for sale and can fill the order. Null stands for the best rate, because the
 * market lists the cheapest rate first.
 */
export function findChosen(
  rows: readonly AggregatedRate[],
  ratePerThousand: string | null,
  wanted: Wanted,
): AggregatedRate | undefined {
  const isWanted = (row: AggregatedRate) =>
    ratePerThousand === null || row.ratePerThousand === ratePerThousand;
  return rows.find((row) => isWanted(row) && fillOf(row, wanted) !== null);
}

/** The total in cents. Null below the minimum order. */
export function totalAt(row: AggregatedRate | undefined, amount: Robux): Cents | null {
  return row && amount >= MIN_ORDER_ROBUX ? orderTotal(amount, rateOf(row)) : null;
}

/** Whether the buyer must change the price of the gamepass before they can order this amount. */
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

/** The first missing input with its required text. Null if the draft is complete. */
export function findMissing(draft: Draft): Missing | null {
  const step = STEP_NUMBERS.find((number) => !isDone(draft, number));
  return step ? { step, ...MISSING[step] } : null;
}

const MISSING: Record<StepNumber, Omit<Missing, 'step'>> = {
  1: { title: 'Invalid Amount', description: 'Minimum purchase is 100 Robux' },
  2: { title: 'Select a Rate', description: 'Choose one of the rates that can fill your order.' },
  3: { title: 'Invalid Gamepass', description: 'Please enter a valid gamepass URL with correct price' },
};
