import { text } from '@sterling/contract/texts.ts';
import type { Tx } from '../../../platform/db/pool.ts';

/** An order's purchase is sent through at most this many accounts. */
const MAX_ACCOUNTS = 3;

export const TRIED_ENOUGH = text('Three accounts tried to buy this gamepass and could not');

/** Whether the order's purchase was sent through as many accounts as allowed. Accounts through which nothing was sent do not count. */
export async function hasTriedEnough(tx: Tx, orderId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', orderId)
    .where('wasSent', '=', true)
    .select(({ fn }) => fn.count<number>('accountId').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count >= MAX_ACCOUNTS;
}
