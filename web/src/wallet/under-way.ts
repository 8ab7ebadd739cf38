import type { WalletTransaction } from '@sterling/contract/wallet.ts';

type Moving = Pick<WalletTransaction, 'status' | 'confirmations' | 'requiredConfirmations' | 'reason'>;

/** Whether the next block, or the server, will soon change it: not so for a deposit that waits below the minimum. */
export const isMoving = (it: Moving): boolean =>
  it.status === 'pending' && (it.reason === null || it.confirmations < it.requiredConfirmations);

/** `1/2 confirmations`; more than are needed are no news. */
export const confirmationsText = (it: Moving): string =>
  `${Math.min(it.confirmations, it.requiredConfirmations)}/${it.requiredConfirmations} confirmations`;

/** Pending ones, and those that were not done yet when the page opened, so that nobody misses the end. */
export function findUnderWay<Row extends Moving & { readonly id: string }>(
  rows: readonly Row[],
  doneBefore: ReadonlySet<string>,
): Row[] {
  return rows.filter((row) => row.status === 'pending' || !doneBefore.has(row.id));
}

/** Changes when something came, moved or ended: the balance and the history are then old. */
export const movementOf = (rows: readonly (Moving & { readonly id: string })[]): string =>
  rows.map((row) => `${row.id} ${row.status} ${confirmationsText(row)}`).join('\n');
