import type { LtcPrice } from '@sterling/contract/money.ts';
import { type Db, inTransaction, type Tx } from '../db/pool.ts';
import type { Quoted } from './prices.rules.ts';

const UNUSED_KEPT_MS = 24 * 60 * 60_000;

/** Stores an accepted round. One that says the same as the last only moves its time, so that rows are changes of the price. */
export async function recordRound(
  db: Db,
  round: { price: LtcPrice; sources: readonly Quoted[] },
  at: Date,
): Promise<void> {
  const sources = JSON.stringify(round.sources.map(({ name, price }) => ({ name, price })));
  await inTransaction(db, async (tx) => {
    const same = await findLastIfSame(tx, round.price, sources);
    if (same) {
      await tx
        .updateTable('prices')
        .set({ asOf: at })
        .where('id', '=', same)
        .where('asOf', '<', at)
        .execute();
    } else {
      await tx.insertInto('prices').values({ price: round.price, sources, firstAt: at, asOf: at }).execute();
    }
  });
}

/** Forgets rounds older than a day that valued nothing. */
export async function dropUnusedPrices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_KEPT_MS);
  await db.deleteFrom('prices').where('used', '=', false).where('asOf', '<', before).execute();
}

async function findLastIfSame(tx: Tx, price: LtcPrice, sources: string): Promise<number | null> {
  const last = await tx
    .selectFrom('prices')
    .orderBy('asOf', 'desc')
    .orderBy('id', 'desc')
    .select((on) => ['id', 'price', on('sources', '=', sources).as('sameSources')])
    .executeTakeFirst();
  return last?.price === price && last.sameSources ? last.id : null;
}
