import { DEPOSIT_CONFIRMATIONS, type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

export interface Cursor {
  readonly height: number;
  readonly hash: string;
}

/** The highest applied block, with the time in it. All stored chain data is relative to it. Null before the first start. */
export async function chainCursor(db: Db | Tx): Promise<(Cursor & { readonly time: Date }) | null> {
  const row = await db
    .selectFrom('chainBlocks')
    .orderBy('height', 'desc')
    .select(['height', 'hash', 'time'])
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Number of blocks that the cursor is behind the node's tip. */
export async function chainLag(db: Db, node: LitecoinNode): Promise<number> {
  const [cursor, { blocks }] = await Promise.all([chainCursor(db), node.chainInfo()]);
  return cursor ? Math.max(0, blocks - cursor.height) : blocks + 1;
}

/** The confirmations before a deposit is credited, from its output `o`. Newly mined coins need more, because they cannot be spent before. */
export const REQUIRED_CONFIRMATIONS = sql<number>`case when o.is_coinbase then coinbase_maturity() else ${DEPOSIT_CONFIRMATIONS}::int end`;

/** The condition of `deposits` that will be credited, when they are deep enough and there is a price. */
export const IS_PENDING = sql`(status = 'seen' or status = 'reversed' and height is not null)`;

/** The litoshi of a user's deposits that wait, because they are together below the minimum. They are in no wallet. */
export async function smallDeposits(tx: Tx, userId: string): Promise<Litoshi> {
  const { sum } = await tx
    .selectFrom('deposits')
    .where('userId', '=', userId)
    .where('status', '=', 'small')
    .select(({ fn }) => fn.sum<number | null>('litoshi').as('sum'))
    .executeTakeFirstOrThrow();
  return litoshi(Number(sum ?? 0));
}
