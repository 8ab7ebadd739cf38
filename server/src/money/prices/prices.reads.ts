import { type Cents, cents, type LtcPrice, ltcPrice } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { type Db, readClock, type Tx } from '../../platform/db/pool.ts';
import { ENOUGH_SOURCES, FRESH_MS, MAX_AHEAD_MS, MAX_BY_FEW_SOURCES } from './prices.rules.ts';

export interface FreshPrice {
  readonly id: number;
  readonly price: LtcPrice;
  /** Time of the last accepted round, or of the owner's entry. */
  readonly asOf: Date;
  readonly sources: readonly { readonly name: string; readonly price: LtcPrice }[];
  /** Whether it is the market's, from so few sources that it may value only small sums (`valueLeft`). */
  readonly isLimited: boolean;
  /** When the owner's price ends; null for a market price. */
  readonly until: Date | null;
}

/**
 * The price for quotes, credits and withdrawals: the owner's while it lasts, else the market's. Null when the last
 * accepted round is older than five minutes, or while a jump is held.
 */
export const freshPrice = (db: Db | Tx, at?: Date): Promise<FreshPrice | null> => readFresh(db, at, true);

/** As `freshPrice`, but the market's also while the owner's price lasts. */
export const freshMarketPrice = (db: Db | Tx, at?: Date): Promise<FreshPrice | null> =>
  readFresh(db, at, false);

/** The jump of the market price that is held now, for a query that selects its columns. */
export const openHold = (db: Db | Tx) => db.selectFrom('priceHolds').where('endedAt', 'is', null);

/**
 * The market's last price, however old: that of a held jump, or else the last accepted one. Null before the first price. A price by
 * hand is compared with it.
 */
export async function lastMarketPrice(db: Db | Tx, now: Date): Promise<LtcPrice | null> {
  const held = await openHold(db).select('price').executeTakeFirst();
  const last = held ?? (await lastMarketRound(db, now).select('price').executeTakeFirst());
  return last ? ltcPrice(last.price) : null;
}

/** The market's last accepted round, however old, for a query that selects its columns. */
export const lastMarketRound = (db: Db | Tx, now: Date) =>
  db
    .selectFrom('prices')
    .where('expiresAt', 'is', null)
    .where('asOf', '<=', new Date(now.getTime() + MAX_AHEAD_MS))
    .orderBy('asOf', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

async function readFresh(db: Db | Tx, at: Date | undefined, withOwners: boolean): Promise<FreshPrice | null> {
  const now = at ?? (await readClock(db));
  const row = await db
    .selectFrom('prices')
    .where('asOf', '<=', new Date(now.getTime() + MAX_AHEAD_MS))
    .where((where) =>
      where.or([
        ...(withOwners ? [where('expiresAt', '>', now)] : []),
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
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { expiresAt: until, ...price } = row;
  const sources = row.sources as unknown as FreshPrice['sources'];
  const isLimited = until === null && sources.length < ENOUGH_SOURCES;
  return { ...price, price: row.price as LtcPrice, sources, isLimited, until };
}

/** The cents of a user's deposits or withdrawals that a price may still value; null without a limit. */
export async function valueLeft(
  tx: Db | Tx,
  { isLimited }: FreshPrice,
  userId: string,
  what: 'deposits' | 'withdrawals',
): Promise<Cents | null> {
  if (!isLimited) return null;
  const moved =
    what === 'deposits'
      ? sql`select price_id, cents, credited_at as at from deposits where user_id = ${userId} and status = 'credited'`
      : sql`select price_id, amount_cents as cents, created_at as at from withdrawals where user_id = ${userId} and state <> 'failed'`;
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(m.cents), 0)::bigint as used from (${moved}) m join prices p on p.id = m.price_id
    where m.at > now() - interval '24 hours' and p.expires_at is null and jsonb_array_length(p.sources) < ${ENOUGH_SOURCES}`.execute(
    tx,
  );
  return cents(Math.max(0, MAX_BY_FEW_SOURCES - rows[0]!.used));
}

/**
 * Seconds since the last accepted round of prices, or since the owner entered the price in force. Counts on when the
 * price is too old to be used. Null before the first price.
 */
export async function priceAge(db: Db): Promise<number | null> {
  const { rows } = await sql<{ age: number }>`
    select greatest(0, extract(epoch from clock_timestamp() - max(as_of)))::int as age from prices
    where (expires_at is null or expires_at > now())
      and as_of <= clock_timestamp() + ${MAX_AHEAD_MS} * interval '1 millisecond'
    -- greatest() ignores null: without this, the age would be 0 before the first price
    having max(as_of) is not null`.execute(db);
  return rows[0]?.age ?? null;
}

export interface PriceHold {
  readonly id: number;
  /** The price of the last round. */
  readonly price: LtcPrice;
  readonly reason: string;
  readonly agreeing: number;
  readonly startedAt: Date;
}

/** The held jump of the market price. Null without one, or while the owner's price is in force. */
export async function readPriceHold(db: Db | Tx, at?: Date): Promise<PriceHold | null> {
  const now = at ?? sql<Date>`clock_timestamp()`;
  const row = await openHold(db)
    .where((where) =>
      where.not(where.exists(where.selectFrom('prices').where('expiresAt', '>', now).select('id'))),
    )
    .select(['id', 'price', 'reason', 'agreeing', 'startedAt'])
    .executeTakeFirst();
  return row ? { ...row, price: row.price as LtcPrice } : null;
}

/** Whether a jump of the market price is held, even while the owner's price is in force. */
export async function isPriceHeld(db: Db): Promise<boolean> {
  return (await openHold(db).select('id').executeTakeFirst()) !== undefined;
}
