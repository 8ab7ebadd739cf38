import {
  type Cents,
  centsOfLitoshi,
  type Litoshi,
  type LtcPrice,
  minimumTransfer,
} from '@sterling/contract/money.ts';

/** A deposit, and the price when it was first seen. */
export interface Uncredited {
  readonly amount: Litoshi;
  readonly seenPrice: LtcPrice;
}

/**
 * The values of a user's uncredited deposits at the present price, each rounded down. Null when their sum is below the
 * minimum; then all of them keep waiting. A deposit counts at the better of both prices for the minimum, because the price may fall
 * while it confirms.
 */
export function valueTogether(
  deposits: readonly Uncredited[],
  price: LtcPrice,
  isOwner: boolean,
): Cents[] | null {
  const values = deposits.map(({ amount }) => centsOfLitoshi(amount, price));
  const counted = deposits.reduce(
    (sum, { amount, seenPrice }, index) => sum + Math.max(values[index]!, centsOfLitoshi(amount, seenPrice)),
    0,
  );
  return counted < minimumTransfer(isOwner) ? null : values;
}

/** The sum of amounts in litoshi. */
export const sumOf = (amounts: readonly { readonly litoshi: number }[]): number =>
  amounts.reduce((total, { litoshi }) => total + litoshi, 0);
