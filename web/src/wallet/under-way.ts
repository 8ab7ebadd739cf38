import type { WalletTransaction } from '@sterling/contract/wallet.ts';

type Moving = Pick<WalletTransaction, 'status' | 'confirmations' | 'requiredConfirmations' | 'reason'>;

/**
 * Whether the next block or the server will change the payment soon. False for a deposit that waits below the
 * minimum.
 */
export const isMoving = (it: Moving): boolean =>
  it.status === 'pending' && (it.reason === null || it.confirmations < it.requiredConfirmations);

/** `1/2 confirmations`. Never counts above the required number. */
export const confirmationsText = (it: Moving): string =>
  `${Math.min(it.confirmations, it.requiredConfirmations)}/${it.requiredConfirmations} confirmations`;

/** Pending payments, and payments that completed since the page opened, so that users see the result. */
export function findUnderWay<Row extends Moving & { readonly id: string }>(
  rows: readonly Row[],
  doneBefore: ReadonlySet<string>,
): Row[] {
  return rows.filter((row) => row.status === 'pending' || !doneBefore.has(row.id));
}

/** A fingerprint of all payments. When it changes, the balance and the history are stale. */
export const movementOf = (rows: readonly (Moving & { readonly id: string })[]): string =>
  rows.map((row) => `${row.id} ${row.status} ${confirmationsText(row)}`).join('\n');
