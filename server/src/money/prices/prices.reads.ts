import type { Cents, LtcPrice } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { FRESH_MS, mostValued } from './prices.rules.ts';

export interface FreshPrice {
  readonly id: number;
  readonly price: LtcPrice;
  /** Time of the last accepted round, or of the owner's word. */
  readonly asOf: Date;
  readonly sources: readonly { readonly name: string; readonly price: LtcPrice }[];
  /** The most that it may value immediately; null: anything. */
  readonly upTo: Cents | null;
  /** When the owner's word ends; null for a price of the market. */
  readonly until: Date | null;
}

/**
 * The price that quotes, credits and withdrawals use: the owner's while it lasts, else the market's. null when the last
 * accepted round is older than five minutes, or while a jump of the market waits to be believed.
 */
export async function freshPrice(db: Db | Tx, now = new Date()): Promise<FreshPrice | null> {
  const row = await db
    .selectFrom('prices')
    .where((where) =>
      where.or([
        where('expiresAt', '>', now),
        where.and([
          where('expiresAt', 'is', null),
          where('asOf', '>=', new Date(now.getTime() - FRESH_MS)),
          where.not(where.exists(where.selectFrom('priceHolds').where('endedAt', 'is', null).select('id'))),
        ]),
      ]),
    )
    .orderBy(sql`expires_at is not null`, 'desc')
    .orderBy('asOf', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'price', 'asOf', 'sources', 'expiresAt'])
    .executeTakeFirst();
  if (!row) return null;
  const { expiresAt: until, ...price } = row;
  const sources = row.sources as unknown as FreshPrice['sources'];
  const upTo = until ? null : mostValued(sources.length);
  return { ...price, price: row.price as LtcPrice, sources, upTo, until };
}

export interface PriceHold {
  readonly id: number;
  /** What the last round said. */
  readonly price: LtcPrice;
  readonly reason: string;
  readonly agreeing: number;
  readonly startedAt: Date;
}

/** The jump of the market that waits to be believed; null: there is none, or the owner's price goes before it. */
export async function openHold(db: Db | Tx, now = new Date()): Promise<PriceHold | null> {
  const row = await db
    .selectFrom('priceHolds')
    .where('endedAt', 'is', null)
    .where((where) =>
      where.not(where.exists(where.selectFrom('prices').where('expiresAt', '>', now).select('id'))),
    )
    .select(['id', 'price', 'reason', 'agreeing', 'startedAt'])
    .executeTakeFirst();
  return row ? { ...row, price: row.price as LtcPrice } : null;
}
