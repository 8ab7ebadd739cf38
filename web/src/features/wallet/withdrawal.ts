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
import { formatCents } from '../../kit/format/format.ts';

/** Parses a typed amount. Null unless it is a positive amount of dollars and cents. */
export function amountOf(text: string): Cents | null {
  const amountCents = parseDecimal(text.trim(), 2);
  return amountCents !== null && amountCents > 0 ? cents(amountCents) : null;
}

/** `Minimum withdrawal is $10`, or `Minimum withdrawal is $1 (Owner rate)` for an owner. */
export const minimumText = (isOwner: boolean): string =>
  `Minimum withdrawal is $${minimumTransfer(isOwner) / 100}${isOwner ? ' (Owner rate)' : ''}`;

/** Cents that can leave the wallet now, fees included. */
export const withdrawableOf = ({ withdrawable }: Pick<Wallet, 'withdrawable'>): Cents =>
  cents(parseDecimal(withdrawable, 2) ?? 0);

interface Means {
  readonly withdrawableCents: Cents;
  readonly isOwner: boolean;
}

/** The error text of an amount. Undefined if the amount is valid. */
export function findAmountError(text: string, { withdrawableCents, isOwner }: Means): string | undefined {
  if (text.trim() === '') return 'Enter the amount to withdraw';
  const amountCents = amountOf(text);
  if (amountCents === null) return 'Please enter a valid amount';
  if (amountCents < minimumTransfer(isOwner)) return minimumText(isOwner);
  const { totalDeducted } = withdrawalFees(amountCents, isOwner);
  if (totalDeducted <= withdrawableCents) return undefined;
  return `${formatCents(totalDeducted)} including fees is more than your available ${formatCents(withdrawableCents)}`;
}

/**
 * The largest possible withdrawal, fees included. Null if even the minimum is too much. A larger amount may
 * cost less than a smaller one, because its tier has a lower fee. The search therefore starts at the top
 * tier.
 */
export function largestWithdrawal({ withdrawableCents, isOwner }: Means): Cents | null {
  const starts = isOwner ? [minimumTransfer(true)] : FEE_TIERS.map(({ from }) => from);
  for (const [index, from] of [...starts.entries()].reverse()) {
    const below = starts[index + 1] ?? Number.MAX_SAFE_INTEGER;
    const percent = withdrawalFees(from, isOwner).tier.percent;
    const guess = Math.floor(((withdrawableCents - NETWORK_FEE) * 100) / (100 + percent));
    // Rounding of the fee can make the estimate one cent too high or too low.
    const tries = [1, 0, -1].map((off) => Math.min(guess + off, below - 1));
    const fits = tries.find(
      (amount) => amount >= from && withdrawalFees(cents(amount), isOwner).totalDeducted <= withdrawableCents,
    );
    if (fits !== undefined) return cents(fits);
  }
  return null;
}
