import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { enqueueAll, type Queue } from '../../platform/jobs/queue.ts';
import type { Order } from './order.ts';
import { JOB_LOST_AFTER } from './placing/order-row.ts';

const MAX_DUE = 50;
/** The due orders of one seller must not delay those of others. */
const MAX_DUE_OF_SELLER = MAX_DUE / 2;

/**
 * Restarts orders whose next check is overdue, the longest due first and with a limit for each seller. Starts one order of each
 * account, because the others would find the account's lock taken; its end starts the next one.
 */
export async function enqueueDueOrders(db: Db, queue: Queue): Promise<void> {
  await inTransaction(db, async (tx) => {
    const firstOfAccounts = tx
      .selectFrom('orders')
      .where('nextCheckAt', '<=', sql<Date>`now()`)
      .distinctOn('accountId')
      .orderBy('accountId')
      .orderBy('nextCheckAt')
      .orderBy('id')
      .select(['id', 'nextCheckAt', 'sellerId'])
      .as('firstOfAccounts');
    const ranked = tx
      .selectFrom(firstOfAccounts)
      .select(['id', 'nextCheckAt'])
      .select(sql<number>`row_number() over (partition by seller_id order by next_check_at, id)`.as('rank'))
      .as('ranked');
    const first = tx
      .selectFrom(ranked)
      .where('rank', '<=', MAX_DUE_OF_SELLER)
      .orderBy('nextCheckAt')
      .limit(MAX_DUE)
      .select('ranked.id');
    await startJobs(tx, queue, dueOrders(tx).where('id', 'in', first));
  });
}

/** Starts the job of the next due order of an account. */
export async function startNextOrder(db: Db, queue: Queue, accountId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const next = dueOrders(tx).where('accountId', '=', accountId).orderBy('id').limit(1);
    await startJobs(tx, queue, next);
  });
}

/** Claims the due order whose unclear purchase blocks another order of its account. Null if there is none. */
export async function claimBlocking(
  db: Db,
  blocked: Pick<Order, 'id' | 'accountId'>,
): Promise<string | null> {
  const unclear = db
    .selectFrom('purchaseAttempts')
    .where('accountId', '=', blocked.accountId)
    .where('orderId', '<>', blocked.id)
    .where('state', '=', 'unclear')
    .where('holdsAccount', '=', true)
    .select('orderId');
  const claimed = await db
    .updateTable('orders')
    .set({ nextCheckAt: JOB_LOST_AFTER })
    .where('id', 'in', unclear)
    .where('nextCheckAt', '<=', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return claimed?.id ?? null;
}

const dueOrders = (tx: Tx) =>
  tx.selectFrom('orders').where('nextCheckAt', '<=', sql<Date>`now()`).select('id').forUpdate().skipLocked();

async function startJobs(tx: Tx, queue: Queue, due: ReturnType<typeof dueOrders>): Promise<void> {
  const started = await tx
    .updateTable('orders')
    .set({ nextCheckAt: JOB_LOST_AFTER })
    .where('id', 'in', due)
    .returning(['id', 'sellerId'])
    .execute();
  await enqueueAll(
    tx,
    queue,
    'orders.buy-gamepass',
    started.map(({ id, sellerId }) => ({ orderId: id, sellerId })),
  );
}
