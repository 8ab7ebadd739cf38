import type { LtcPrice } from '@sterling/contract/money.ts';
import type { Db, Tx } from '../db/pool.ts';
import { FRESH_MS } from './prices.rules.ts';

export interface FreshPrice {
  readonly id: number;
  readonly price: LtcPrice;
  /** Time of the last accepted round. */
  readonly asOf: Date;
  readonly sources: readonly { readonly name: string; readonly price: LtcPrice }[];
}

/** The price that quotes, credits and withdrawals use; null when the last accepted round is older than five minutes. */
export async function freshPrice(db: Db | Tx, now = new Date()): Promise<FreshPrice | null> {
  const row = await db
    .selectFrom('prices')
    .where('asOf', '>=', new Date(now.getTime() - FRESH_MS))
    .orderBy('asOf', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'price', 'asOf', 'sources'])
    .executeTakeFirst();
  return row
    ? { ...row, price: row.price as LtcPrice, sources: row.sources as unknown as FreshPrice['sources'] }
    : null;
}
