import type { Rate, Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import type { StockWanted } from './stock.ts';

export interface AutomaticStock {
  readonly id: string;
  readonly sellerId: string;
  readonly rateCents: Rate;
  /** What is not promised yet. */
  readonly robux: Robux;
}

/** Whether one account, automatic or not, could fill an order at this moment. A hint: nothing is promised. */
export async function fitsOneAccount(db: Db | Tx, wanted: StockWanted): Promise<boolean> {
  const one = await forSale(db, wanted)
    .where(sql<boolean>`robux_balance - reserved_robux >= ${wanted.robuxAmount}`)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

/** What automatic accounts have to sell, whatever the amount; the longest unused first. */
export async function automaticStock(
  db: Db | Tx,
  wanted: Omit<StockWanted, 'robuxAmount'>,
): Promise<AutomaticStock[]> {
  const rows = await forSale(db, wanted)
    .where('a.fulfilment', '=', 'auto')
    .where(sql<boolean>`robux_balance > reserved_robux`)
    .orderBy('a.lastUsedAt', (order) => order.asc().nullsFirst())
    .orderBy('a.id')
    .execute();
  return rows as AutomaticStock[];
}

/** Promises stock of this very account at that rate. Answers false when it has changed meanwhile and cannot. */
export async function reserveOf(
  tx: Tx,
  { id, rateCents }: Pick<AutomaticStock, 'id' | 'rateCents'>,
  robuxAmount: Robux,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('robloxAccounts')
    .set({
      reservedRobux: sql<number>`reserved_robux + ${robuxAmount}`,
      lastUsedAt: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'online')
    .where('isActive', '=', true)
    .where('fulfilment', '=', 'auto')
    .where('rateCents', '=', rateCents)
    .where(sql<boolean>`robux_balance - reserved_robux >= ${robuxAmount}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function forSale(db: Db | Tx, { atMostRateCents, notOwnedBy, exclude }: Omit<StockWanted, 'robuxAmount'>) {
  return db
    .selectFrom('robloxAccounts as a')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .where('a.status', '=', 'online')
    .where('a.isActive', '=', true)
    .where('a.rateCents', '<=', atMostRateCents)
    .where('a.userId', '<>', notOwnedBy)
    .where(sql<boolean>`a.id <> all (${exclude}::uuid[])`)
    .where('u.isBanned', '=', false)
    .where('u.deletedAt', 'is', null)
    .select([
      'a.id',
      'a.userId as sellerId',
      'a.rateCents',
      sql<number>`robux_balance - reserved_robux`.as('robux'),
    ]);
}
