import type { LtcPrice } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, notify, type Tx } from '../../platform/db/pool.ts';
import { agree, type CachedAnswer, findJump, JUMPS, type Quoted, ROUNDS_TO_BELIEVE } from './prices.rules.ts';

const UNUSED_KEPT_MS = 24 * 60 * 60_000;

/**
 * Stores a round of the market. With the guards on, one that jumped is held instead, and with it everything that needs a
 * price, until three rounds in a row agree on it or the owner gives a price. Answers whether it was accepted.
 */
export async function recordRound(
  db: Db,
  round: { readonly price: LtcPrice; readonly sources: readonly Quoted[] },
  at: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockPrices(tx);
    if (!(await isBelieved(tx, round.price, at))) return false;
    await store(tx, round, at);
    await notify(tx, 'prices', 'litecoin');
    return true;
  });
}

/** The owner's price for so long: it goes before the market's, and ends whatever jump was held. */
export async function setPriceByHand(
  tx: Tx,
  owner: { readonly id: string; readonly ip: string },
  price: LtcPrice,
  minutes: number,
): Promise<{ until: Date }> {
  await lockPrices(tx);
  const now = new Date();
  const until = new Date(now.getTime() + minutes * 60_000);
  // the newest word is the one that counts
  await tx
    .updateTable('prices')
    .set({ expiresAt: now })
    .where('expiresAt', '>', now)
    .where('firstAt', '<', now)
    .execute();
  await tx
    .insertInto('prices')
    .values({
      price,
      sources: JSON.stringify([{ name: 'owner', price }]),
      firstAt: now,
      asOf: now,
      expiresAt: until,
      setBy: owner.id,
    })
    .execute();
  await endHold(tx, now);
  await notify(tx, 'prices', 'litecoin');
  await record(tx, {
    actorId: owner.id,
    action: 'price.set',
    after: { priceCents: price, minutes },
    ip: owner.ip,
  });
  return { until };
}

/** Forgets rounds older than a day that valued nothing. */
export async function dropUnusedPrices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_KEPT_MS);
  await db
    .deleteFrom('prices')
    .where('used', '=', false)
    .where('asOf', '<', before)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '<', before)]))
    .execute();
}

async function isBelieved(tx: Tx, price: LtcPrice, at: Date): Promise<boolean> {
  const isGuarded = (await readSetting(tx, 'chain_guards')).enabled;
  const hold = await tx
    .selectFrom('priceHolds')
    .where('endedAt', 'is', null)
    .select(['id', 'price', 'agreeing'])
    .executeTakeFirst();
  if (!hold) {
    const reason = isGuarded ? findJump(price, await pricesLately(tx, at), at) : null;
    if (reason) await tx.insertInto('priceHolds').values({ price, reason, startedAt: at }).execute();
    return reason === null;
  }
  const agreeing = agree(price, hold.price as LtcPrice) ? hold.agreeing + 1 : 1;
  await tx.updateTable('priceHolds').set({ price, agreeing }).where('id', '=', hold.id).execute();
  if (isGuarded && agreeing < ROUNDS_TO_BELIEVE) return false;
  await endHold(tx, at);
  return true;
}

/** What the market said within the hour, of it only what came after the last jump that was settled. */
async function pricesLately(tx: Tx, at: Date): Promise<CachedAnswer[]> {
  const longest = Math.max(...JUMPS.map(({ withinMs }) => withinMs));
  const rows = await tx
    .selectFrom('prices')
    .where('expiresAt', 'is', null)
    .where('asOf', '>=', new Date(at.getTime() - longest))
    .where('asOf', '>=', sql<Date>`coalesce((select max(ended_at) from price_holds), '-infinity')`)
    .select(['price', 'asOf as lastAt'])
    .execute();
  return rows as CachedAnswer[];
}

async function endHold(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('priceHolds').set({ endedAt: at }).where('endedAt', 'is', null).execute();
}

/** One that says the same as the last only moves its time, so that rows are changes of the price. */
async function store(
  tx: Tx,
  round: { readonly price: LtcPrice; readonly sources: readonly Quoted[] },
  at: Date,
): Promise<void> {
  const sources = JSON.stringify(round.sources.map(({ name, price }) => ({ name, price })));
  const same = await findLastIfSame(tx, round.price, sources);
  if (same) {
    await tx.updateTable('prices').set({ asOf: at }).where('id', '=', same).where('asOf', '<', at).execute();
  } else {
    await tx.insertInto('prices').values({ price: round.price, sources, firstAt: at, asOf: at }).execute();
  }
}

async function findLastIfSame(tx: Tx, price: LtcPrice, sources: string): Promise<number | null> {
  const last = await tx
    .selectFrom('prices')
    .where('expiresAt', 'is', null)
    .orderBy('asOf', 'desc')
    .orderBy('id', 'desc')
    .select((on) => ['id', 'price', on('sources', '=', sources).as('sameSources')])
    .executeTakeFirst();
  return last?.price === price && last.sameSources ? last.id : null;
}

async function lockPrices(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('litecoin price'))`.execute(tx);
}
