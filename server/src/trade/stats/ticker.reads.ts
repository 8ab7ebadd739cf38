import type { Rate } from '@sterling/contract/money.ts';
import type { Ticker } from '@sterling/contract/stats.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { changeInPercent } from './stats.rules.ts';

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
    last: last === undefined ? null : (last as Rate),
    change: last === undefined || !earlier ? null : changeInPercent(earlier.rateCents, last),
    trades: trades.map(({ endedAt, robuxAmount, rateCents }) => ({
      at: endedAt!,
      robux: robuxAmount,
      rate: rateCents as Rate,
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
  const { rows } = await sql<{ rateCents: Rate | null }>`
    select min(rate_cents) as rate_cents from stock_for_sale where seller_id = ${userId}`.execute(db);
  const { rateCents } = rows[0]!;
  if (rateCents === null) return null;
  const { count, bestCents } = await readCheaper(db, rateCents);
  const above = (rateCents - (bestCents ?? rateCents)) as Rate;
  return { rank: 1 + count, rate: rateCents, aboveBest: above };
}

interface Cheaper {
  readonly count: number;
  /** Null without a cheaper account. */
  readonly bestCents: Rate | null;
}

/** The accounts for sale below a rate. The figures of very many accounts may be a minute old. */
const readCheaper = (db: Db, rateCents: Rate): Promise<Cheaper> =>
  readFigure(db, `cheaper than ${rateCents}`, async () => {
    const { rows } = await sql<Cheaper>`
      select count(*), min(rate_cents) as best_cents from stock_for_sale where rate_cents < ${rateCents}`.execute(
      db,
    );
    return { value: rows[0]!, rows: rows[0]!.count };
  });
