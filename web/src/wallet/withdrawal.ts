import {
  type Cents,
  cents,
  FEE_TIERS,
  minimumTransfer,
  NETWORK_FEE,
  parseDecimal,
  withdrawalFees,
} from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { formatCents } from '../format.ts';

/** What a person typed into an amount field; null when that is no amount of dollars and cents above zero. */
export function amountOf(text: string): Cents | null {
  const amountCents = parseDecimal(text.trim(), 2);
  return amountCents !== null && amountCents > 0 ? cents(amountCents) : null;
}

/** `Minimum withdrawal is $10`, for an owner `Minimum withdrawal is $1 (Owner rate)`. */
export const minimumText = (isOwner: boolean): string =>
  `Minimum withdrawal is $${minimumTransfer(isOwner) / 100}${isOwner ? ' (Owner rate)' : ''}`;

/** Cents that can leave a wallet now, fees included. */
export const withdrawableOf = ({ withdrawable }: Pick<Wallet, 'withdrawable'>): Cents =>
  cents(parseDecimal(withdrawable, 2) ?? 0);

interface Means {
  readonly withdrawableCents: Cents;
  readonly isOwner: boolean;
}

/** What is wrong with an amount, in words; undefined when nothing is. */
export function findAmountError(text: string, { withdrawableCents, isOwner }: Means): string | undefined {
  if (text.trim() === '') return 'Enter the amount to withdraw';
  const amountCents = amountOf(text);
  if (amountCents === null) return 'Please enter a valid amount';
  if (amountCents < minimumTransfer(isOwner)) return minimumText(isOwner);
  const { totalDeducted } = withdrawalFees(amountCents, isOwner);
  if (totalDeducted <= withdrawableCents) return undefined;
  return `Your balance is too low: ${formatCents(totalDeducted)} would be deducted, you can withdraw ${formatCents(withdrawableCents)} with the fees`;
}

/**
 * The largest amount that can be withdrawn, fees included; null when not even the minimum can. A larger amount may
 * cost less than a smaller one, because its tier's fee is lower, so each tier is asked from the top.
 */
export function largestWithdrawal({ withdrawableCents, isOwner }: Means): Cents | null {
  const starts = isOwner ? [minimumTransfer(true)] : FEE_TIERS.map(({ from }) => from);
  for (const [index, from] of [...starts.entries()].reverse()) {
    const below = starts[index + 1] ?? Number.MAX_SAFE_INTEGER;
    const percent = withdrawalFees(from, isOwner).tier.percent;
    const guess = Math.floor(((withdrawableCents - NETWORK_FEE) * 100) / (100 + percent));
    // Half-up rounding of the fee may make the guess a cent wrong either way.
    const tries = [1, 0, -1].map((off) => Math.min(guess + off, below - 1));
    const fits = tries.find(
      (amount) => amount >= from && withdrawalFees(cents(amount), isOwner).totalDeducted <= withdrawableCents,
    );
    if (fits !== undefined) return cents(fits);
  }
  return null;
}
