import type { Rate, Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { StockWanted } from './stock.ts';

export interface AutomaticStock {
  readonly id: string;
  readonly sellerId: string;
  readonly rateCents: Rate;
  /** Robux that are not reserved. */
  readonly robux: Robux;
}

/** Whether a single account could fill the order now. Only a hint: nothing is reserved. */
export async function fitsOneAccount(db: Db | Tx, wanted: StockWanted): Promise<boolean> {
  const one = await forSale(db, wanted).where('robux', '>=', wanted.robuxAmount).limit(1).executeTakeFirst();
  return one !== undefined;
}

/** Stock of automatic accounts of any size, the longest unused first. */
export async function automaticStock(
  db: Db | Tx,
  wanted: Omit<StockWanted, 'robuxAmount'>,
): Promise<AutomaticStock[]> {
  const rows = await forSale(db, wanted)
    .where('fulfilment', '=', 'auto')
    .orderBy('lastUsedAt', (order) => order.asc().nullsFirst())
    .orderBy('accountId')
    .execute();
  return rows as AutomaticStock[];
}

/** Reserves stock of the given account at the given rate. Returns false if the account is no longer for sale with it. */
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
    .where(sql<boolean>`is_on_sale(roblox_accounts)`)
    .where('fulfilment', '=', 'auto')
    .where('rateCents', '=', rateCents)
    .where('unmatched', 'is', null)
    .where(sql<boolean>`robux_balance - reserved_robux >= ${robuxAmount}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function forSale(
  db: Db | Tx,
  { maxRateCents, notOwnedBy, passId, exclude }: Omit<StockWanted, 'robuxAmount'>,
) {
  const takenBy = db.selectFrom('takenPasses').where('passId', '=', Number(passId)).select('accountId');
  return db
    .selectFrom('stockForSale')
    .where('rateCents', '<=', maxRateCents)
    .where('sellerId', '<>', notOwnedBy)
    .where(sql<boolean>`account_id <> all (${exclude}::uuid[])`)
    .where('accountId', 'not in', takenBy)
    .select(['accountId as id', 'sellerId', 'rateCents', 'robux']);
}
