import type { Cents } from '@sterling/contract/money.ts';
import type { Dispute, DisputeParty } from '@sterling/contract/reviews.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { shownUsername } from '../../platform/deleted-user.rules.ts';

/** The disputes about these trades, by the trade's id. */
export async function readDisputes(db: Db | Tx, tradeIds: readonly string[]): Promise<Map<string, Dispute>> {
  if (tradeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('listings as l', 'l.id', 't.listingId')
    .where('t.id', 'in', tradeIds)
    .select(['t.id', 't.title', 't.totalCents', 't.feeCents', 't.createdAt', 't.deliverBy', 'l.deliveryTime'])
    .select(['t.buyerId', 't.sellerId', 't.deliveredAt'])
    .execute();
  const parties = await readParties(
    db,
    rows.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: row.title,
        refund: row.totalCents as Cents,
        payment: (row.totalCents - row.feeCents) as Cents,
        boughtAt: row.createdAt,
        promisedDelivery: row.deliveryTime,
        deliverBy: row.deliverBy,
        deliveredAt: row.deliveredAt,
        buyer: parties.get(row.buyerId)!,
        seller: parties.get(row.sellerId)!,
      },
    ]),
  );
}

/** Decisions are read from the trades, because a trade may be decided without its review. */
async function readParties(db: Db | Tx, userIds: readonly string[]): Promise<Map<string, DisputeParty>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<DisputeParty>`
    select u.id as user_id, u.username, u.joined_at, traded.completed as completed_trades, decided.won as disputes_won,
      decided.lost as disputes_lost, rated.stars as rating, rated.count as ratings
    from users u,
      lateral (select count(*) as completed from transactions t
        where (t.buyer_id = u.id or t.seller_id = u.id) and t.stage = 'completed') traded,
      lateral (select count(*) filter (where (t.buyer_id = u.id) = (t.decided_for = 'buyer')) as won,
          count(*) filter (where (t.buyer_id = u.id) <> (t.decided_for = 'buyer')) as lost
        from transactions t where (t.buyer_id = u.id or t.seller_id = u.id) and t.decided_for is not null) decided,
      lateral (select round(avg(t.stars), 1)::float8 as stars, count(*) as count from transactions t
        where t.seller_id = u.id and t.stars is not null) rated
    where u.id = any (${[...new Set(userIds)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, { ...row, username: shownUsername(row.username) }]));
}
