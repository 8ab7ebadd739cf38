import {
  type Cents,
  cents,
  centsOfLitoshi,
  DEPOSIT_CONFIRMATIONS,
  type Litoshi,
  type LtcPrice,
  minimumTransfer,
} from '@sterling/contract/money.ts';

/** Consensus forbids spending mined coins earlier. */
const COINBASE_CONFIRMATIONS = 100;

/** How deep a deposit must be to be credited. */
export const confirmationsToCredit = (isCoinbase: boolean): number =>
  isCoinbase ? COINBASE_CONFIRMATIONS : DEPOSIT_CONFIRMATIONS;

/**
 * What a person's uncredited deposits are worth together at the moment's price, each with floor; null when they do not
 * reach the minimum and all of them go on waiting.
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
