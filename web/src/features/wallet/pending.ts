import type { WalletTransaction } from '@sterling/contract/wallet.ts';

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
