import { type Cents, dollarsOf, type Rate } from '@sterling/contract/money.ts';
import type { Ticker } from '@sterling/contract/stats.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { changeAgainst } from './stats.rules.ts';

const TRADES = 10;

/** The latest trades of the market, and where a seller's cheapest account for sale stands. */
export async function readTicker(db: Db, userId: string): Promise<Ticker> {
  const [trades, earlier, position] = await Promise.all([
    completed(db).orderBy('endedAt', 'desc').limit(TRADES).execute(),
    completed(db)
      .where('endedAt', '<=', sql<Date>`now() - interval '24 hours'`)
      .orderBy('endedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
    readPosition(db, userId),
  ]);
  const last = trades[0]?.rateCents;
  return {
    last: last === undefined ? null : dollarsOf(last as Rate),
    change: last === undefined || !earlier ? null : changeAgainst(earlier.rateCents, last),
    trades: trades.map(({ endedAt, robuxAmount, rateCents }) => ({
      at: endedAt!.toISOString(),
      robux: robuxAmount,
      rate: dollarsOf(rateCents as Rate),
    })),
    position,
  };
}

const completed = (db: Db) =>
  db
    .selectFrom('orders')
    .where('status', '=', 'completed')
    .where('endedAt', '>', sql<Date>`counted_since()`)
    .select(['endedAt', 'robuxAmount', 'rateCents']);

async function readPosition(db: Db, userId: string): Promise<Ticker['position']> {
  const { rows } = await sql<{ rank: number; rateCents: Rate | null; bestCents: Rate }>`
    with own as (select min(rate_cents) as rate_cents from stock_for_sale where seller_id = ${userId})
    select own.rate_cents, (select min(rate_cents) from stock_for_sale) as best_cents,
      1 + (select count(*)::int from stock_for_sale s where s.rate_cents < own.rate_cents) as rank
    from own`.execute(db);
  const { rank, rateCents, bestCents } = rows[0]!;
  if (rateCents === null) return null;
  return { rank, rate: dollarsOf(rateCents), aboveBest: dollarsOf((rateCents - bestCents) as Cents) };
}
