import { type Cents, cents, parseDecimal } from '@sterling/contract/money.ts';

/** Dollars of a reply as cents, exactly. Throws a RangeError for anything else than dollars and cents. */
export const centsIn = (dollars: number | string): Cents => cents(parseDecimal(dollars, 2) ?? Number.NaN);
