import { cents, dollarsOf } from '@sterling/contract/money.ts';
import type { WalletTransaction } from '@sterling/contract/wallet.ts';
import { centsIn } from '../../data/money.ts';
import { capitalized, formatLtc, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatMoment } from '../../kit/format/format-time.ts';

export const TRANSFERS = {
  deposit: { name: 'Deposit', direction: 'in' },
  withdrawal: { name: 'Withdrawal', direction: 'out' },
} as const;

/** Dollars that left the wallet: the amount and its fees. */
export const deductedOf = ({ amount, fee }: Pick<WalletTransaction, 'amount' | 'fee'>): number =>
  dollarsOf(cents(centsIn(amount) + centsIn(fee)));

/** What has happened to a transfer, and what comes next. */
export function outlookOf(transfer: WalletTransaction): string {
  const { type, status, reason, confirmations, requiredConfirmations, txid } = transfer;
  if (reason) return reason;
  if (status === 'completed') {
    return type === 'deposit' ? 'This deposit is final and was credited.' : 'This withdrawal is final.';
  }
  if (status !== 'pending') return 'No money has moved.';
  if (!txid) return 'This withdrawal will be sent in a moment.';
  const left = Math.max(0, requiredConfirmations - confirmations);
  const blocks = left === 1 ? '1 more confirmation' : `${left} more confirmations`;
  return `Final after ${blocks}, about ${left * MINUTES_PER_BLOCK} minutes.`;
}

/** Litecoin finds a block every 2.5 minutes on average. */
const MINUTES_PER_BLOCK = 2.5;

/** The lines of a receipt. */
export function receiptOf(transfer: WalletTransaction): [name: string, value: string | null][] {
  const isCharged = transfer.type === 'withdrawal' && transfer.status !== 'failed';
  return [
    ['Date', formatMoment(transfer.createdAt)],
    ['Status', capitalized(transfer.status)],
    ['Amount', formatUsd(transfer.amount)],
    ['Fees', isCharged ? formatUsd(transfer.fee) : null],
    ['Total deducted', isCharged ? formatUsd(deductedOf(transfer)) : null],
    ['Litecoin', formatLtc(transfer.ltcAmount)],
    ['Price', transfer.price === null ? null : `${formatUsd(transfer.price)} per LTC`],
    ['Address', transfer.address],
    ['Transaction ID', transfer.txid],
    ['Block', transfer.blockHeight === null ? null : formatWhole(transfer.blockHeight)],
    ['Reference', transfer.id],
  ];
}

type Payment = Pick<WalletTransaction, 'status' | 'confirmations' | 'requiredConfirmations' | 'reason'>;

/**
 * Whether the next block or the server will change the payment soon. False for a deposit that waits below the
 * minimum.
 */
export const isInProgress = (payment: Payment): boolean =>
  payment.status === 'pending' &&
  (payment.reason === null || payment.confirmations < payment.requiredConfirmations);

/** `1/2 confirmations`. Never counts above the required number. */
export const confirmationsText = (payment: Payment): string =>
  `${Math.min(payment.confirmations, payment.requiredConfirmations)}/${payment.requiredConfirmations} confirmations`;

/** Pending payments, and payments that completed since the page opened, so that users see the result. */
export function findPending<Row extends Payment & { readonly id: string }>(
  rows: readonly Row[],
  doneBefore: ReadonlySet<string>,
): Row[] {
  return rows.filter((row) => row.status === 'pending' || !doneBefore.has(row.id));
}

/** A fingerprint of all payments. When it changes, the balance and the history are stale. */
export const fingerprintOf = (rows: readonly (Payment & { readonly id: string })[]): string =>
  rows.map((row) => `${row.id} ${row.status} ${confirmationsText(row)}`).join('\n');
