import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import type { AggregatedRate } from '@sterling/contract/market.ts';
import {
  type Cents,
  MAX_ORDER_ROBUX,
  MIN_ORDER_ROBUX,
  orderTotal,
  type Rate,
  type Robux,
  robux,
} from '@sterling/contract/money.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { ApiError, explain, isRefused } from '../../data/call.ts';
import { decimalSign } from '../../kit/form/typed-decimal.ts';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';

type RateOnly = Pick<AggregatedRate, 'ratePerThousand'>;

/** The order that the buyer prepares on the buy page. */
export interface Draft {
  readonly amount: Robux;
  /** The row of the market that the order uses, while it can fill the amount. */
  readonly chosen: AggregatedRate | undefined;
  /** The rate at which this order was sent, if it got no answer and so may have been placed. */
  readonly sent?: RateOnly | undefined;
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
  return hasCookie && row.inParts >= amount ? 'parts' : null;
}

/** Whether a seller buys the gamepass by hand, because no automatic account has enough. */
export const isByHand = (row: AggregatedRate, wanted: Wanted): boolean =>
  fillOf(row, wanted) === 'whole' && row.instant < wanted.amount;

/** The delivery of a purchase by hand. `status` is undefined until it is loaded. */
export const deliveryByHand = (status: { readonly manualDeadlineMinutes: number } | undefined): string =>
  status ? withinText(status.manualDeadlineMinutes) : t('Delivered by the seller');

/** The delivery time of a manual account, from the deadline of its seller in minutes. */
function withinText(minutes: number): string {
  if (minutes % 60 !== 0)
    return plural(minutes, 'Within {minutes} minute', 'Within {minutes} minutes', { minutes });
  const hours = minutes / 60;
  return plural(hours, 'Within {hours} hour', 'Within {hours} hours', { hours });
}

/**
 * The row of a rate, if it is still for sale and can fill the order. Null stands for the best rate, because the
 * market lists the cheapest rate first.
 */
export function findChosen(
  rows: readonly AggregatedRate[],
  ratePerThousand: Rate | null,
  wanted: Wanted,
): AggregatedRate | undefined {
  const isWanted = (row: AggregatedRate) =>
    ratePerThousand === null || row.ratePerThousand === ratePerThousand;
  return rows.find((row) => isWanted(row) && fillOf(row, wanted) !== null);
}

/** The total in cents. Null below the minimum order. */
export function totalAt(row: RateOnly | undefined, amount: Robux): Cents | null {
  return row && amount >= MIN_ORDER_ROBUX ? orderTotal(amount, row.ratePerThousand) : null;
}

/** Whether the buyer must change the price of the gamepass before they can order this amount. */
export const isMispriced = ({ pass, amount, hasCookie }: Draft): boolean =>
  pass !== undefined && !hasCookie && pass.price !== amount;

export type StepNumber = 1 | 2 | 3;
const STEP_NUMBERS: readonly StepNumber[] = [1, 2, 3];

/** Whether a step of the purchase has a valid entry. */
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

/** The first missing input. The requirements ask for its text (S4.09). Null if the draft is complete. */
export function findMissing(draft: Draft): Missing | null {
  const step = STEP_NUMBERS.find((number) => !isDone(draft, number));
  return step ? { step, ...MISSING[step] } : null;
}

/** The requirements ask for this message (S4.09), and for the same at the field (S4.05). */
export const TOO_LITTLE = t('Minimum purchase is {minOrderRobux} Robux', { minOrderRobux: MIN_ORDER_ROBUX });
export const TOO_LITTLE_AT_FIELD = t('Minimum purchase amount is {minOrderRobux} Robux', {
  minOrderRobux: MIN_ORDER_ROBUX,
});

const MISSING: Record<StepNumber, Omit<Missing, 'step'>> = {
  1: { title: t('Invalid Amount'), description: TOO_LITTLE },
  2: { title: t('Select a Rate'), description: t('Choose one of the rates that can fill your order.') },
  3: { title: t('Invalid Gamepass'), description: t('Please enter a valid gamepass URL with correct price') },
};

/** Parses typed text as whole Robux: the digits before a fraction, at most `MAX_ORDER_ROBUX`. Empty text is 0. */
export function parseAmount(text: string): Robux {
  const whole = hasFraction(text) ? text.slice(0, text.indexOf(decimalSign())) : text;
  return robux(Math.min(MAX_ORDER_ROBUX, Number(whole.replace(/\D/g, ''))));
}

/** Whether a decimal sign was typed. Before groups of three digits it is a separator of another language. */
export function hasFraction(text: string): boolean {
  const at = text.indexOf(decimalSign());
  return at >= 0 && !/^\d{3}(?:\D\d{3})*$/.test(text.slice(at + 1));
}

/** The amount as its field shows it: grouped, and empty for 0. */
export const showAmount = (amount: Robux): string => (amount === 0 ? '' : formatWhole(amount));

/** The amount after blur: at least `MIN_ORDER_ROBUX`. */
export const settleAmount = (amount: Robux): Robux => robux(Math.max(MIN_ORDER_ROBUX, amount));

/** The caret position after a reformat: behind the same number of digits as before. */
export function caretBehind(digits: number, text: string): number {
  let passed = 0;
  for (const [index, character] of [...text].entries()) {
    if (passed === digits) return index;
    if (/\d/.test(character)) passed += 1;
  }
  return text.length;
}

/** For a gamepass whose price does not match the order. The requirements ask for this text (S4.07). */
export const mismatchText = (pass: Pick<Gamepass, 'price'>, amount: Robux): string =>
  t("Your gamepass price ({price} Robux) doesn't match the order amount ({amount} Robux). Please adjust.", {
    price: formatWhole(pass.price),
    amount: formatWhole(amount),
  });

/** As `mismatchText`, at the field: it takes one line on a phone. */
export const mismatchNote = (pass: Pick<Gamepass, 'price'>, amount: Robux): string =>
  t('It costs {price} Robux instead of {amount}.', {
    price: formatWhole(pass.price),
    amount: formatWhole(amount),
  });

/** What the buyer must do with the gamepass price. */
export const priceReminder = (amount: Robux): string =>
  t("Set your gamepass price to exactly {amount} Robux and don't change it until the order completes.", {
    amount: formatWhole(amount),
  });

/** Explains why an order was refused. Adds what to do, unless the server did: for a short balance the missing amount. */
export function explainPurchase(error: unknown, shortCents: Cents): string {
  if (!(error instanceof ApiError)) return t('Failed to complete purchase');
  if (error.hint !== undefined) return explain(error);
  if (isRefused(error, 'out_of_stock'))
    return t(
      '{error}. Choose a higher rate, a smaller amount or another gamepass. An account can buy the same gamepass only once.',
      { error: explain(error) },
    );
  if (!isRefused(error, 'insufficient_balance') || shortCents <= 0) return explain(error);
  return t('{error}. Please deposit {short} more.', {
    error: explain(error),
    short: formatUsd(shortCents),
  });
}
