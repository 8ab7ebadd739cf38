import {
  type Cents,
  cents,
  centsOfLitoshi,
  type Litoshi,
  type LtcPrice,
  minimumTransfer,
} from '@sterling/contract/money.ts';

/**
 * The values of a user's uncredited deposits at the present price, each rounded down. Null when their sum is below the
 * minimum; then all of them keep waiting.
 */
export function valueTogether(
  amounts: readonly Litoshi[],
  price: LtcPrice,
  isOwner: boolean,
): Cents[] | null {
  const values = amounts.map((amount) => centsOfLitoshi(amount, price));
  const sum = cents(values.reduce((total, value) => total + value, 0));
  return sum < minimumTransfer(isOwner) ? null : values;
}

/** The sum of amounts in litoshi. */
export const sumOf = (amounts: readonly { readonly litoshi: number }[]): number =>
  amounts.reduce((total, { litoshi }) => total + litoshi, 0);
