import type { LtcPrice } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { type Db, inTransaction, notify, readClock, type Tx } from '../../platform/db/pool.ts';
import { usd } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';
import { lastMarketPrice, lastMarketRound, openHold } from './prices.reads.ts';
import {
  agree,
  findJump,
  isFarOff,
  JUMPS,
  MAX_AHEAD_MS,
  type PastPrice,
  type Quoted,
  ROUNDS_TO_ACCEPT,
} from './prices.rules.ts';

const UNUSED_KEPT_MS = 24 * 60 * 60_000;

/**
 * Stores a market round. With the guards on, a jump is held instead: nothing that needs a price continues until three
 * rounds agree or the owner sets a price. Agreeing rounds that are closer than `spacingMs` count once, because several workers may
 * see the same moment. Returns whether the round was accepted.
 */
export async function recordRound(
  db: Db,
  round: { readonly price: LtcPrice; readonly sources: readonly Quoted[] },
  at: Date,
  spacingMs = 0,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockPrices(tx);
    if (!(await acceptOrHold(tx, round.price, at, spacingMs))) return false;
    await store(tx, round, at);
    await notify(tx, 'prices', 'litecoin');
    return true;
  });
}

export interface PriceByHand {
  readonly price: LtcPrice;
  readonly minutes: number;
  /** The owner means a price that is far from the market. */
  readonly isConfirmed?: boolean | undefined;
}

/**
 * Sets the owner's price for some minutes. It takes precedence over the market's and ends a held jump. Refuses with
 * price_far_off, unless it is confirmed.
 */
export async function setPriceByHand(
  tx: Tx,
  ownerId: string,
  { price, minutes, isConfirmed = false }: PriceByHand,
): Promise<{ until: Date }> {
  await lockPrices(tx);
  const now = await readClock(tx);
  if (!isConfirmed) await refuseFarOff(tx, price, now);
  const until = new Date(now.getTime() + minutes * 60_000);
  // the newest owner price replaces an older one
  await tx
    .updateTable('prices')
    .set({ expiresAt: now })
    .where('expiresAt', '>', now)
    // a price must not end at the moment at which it begins
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
      setBy: ownerId,
    })
    .execute();
  await endPriceHold(tx, now);
  await notify(tx, 'prices', 'litecoin');
  await record(tx, {
    actorId: ownerId,
    action: 'price.set',
    after: { priceCents: price, minutes },
  });
  return { until };
}

async function refuseFarOff(tx: Tx, price: LtcPrice, now: Date): Promise<void> {
  const market = await lastMarketPrice(tx, now);
  if (market === null || !isFarOff(price, market)) return;
  const values = { price: () => usd(price), market: () => usd(market) };
  refuse('price_far_off', {
    hint: phrase('The entered price is {price}. The market price is {market}.', values),
  });
}

/**
 * Deletes rounds that are older than a day, that valued nothing and at which no deposit was first seen. The market's last round stays,
 * because without a newer one the owner's price is compared with it.
 */
export async function dropUnusedPrices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_KEPT_MS);
  await db
    .deleteFrom('prices')
    .where('used', '=', false)
    .where('asOf', '<', before)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '<', before)]))
    .where('id', 'is distinct from', lastMarketRound(db, now).select('id'))
    .execute();
}

async function acceptOrHold(tx: Tx, price: LtcPrice, at: Date, spacingMs: number): Promise<boolean> {
  const isGuarded = (await readSetting(tx, 'chain_guards')).enabled;
  const hold = await openHold(tx).select(['id', 'price', 'agreeing', 'countedAt']).executeTakeFirst();
  if (!hold) {
    const reason = isGuarded ? findJump(price, await recentPrices(tx, at), at) : null;
    if (reason)
      await tx.insertInto('priceHolds').values({ price, reason, startedAt: at, countedAt: at }).execute();
    return reason === null;
  }
  const byOwner = await ownersPrice(tx, at);
  const isConfirmed = byOwner !== null && findJump(price, [{ price: byOwner, lastAt: at }], at) === null;
  // rounds do not outvote the owner: they count again when the owner's price has ended
  const agrees = byOwner === null && agree(price, hold.price as LtcPrice);
  const isTooSoon = agrees && at.getTime() - hold.countedAt.getTime() < spacingMs;
  if (isGuarded && !isConfirmed && isTooSoon) return false;
  const agreeing = agrees ? hold.agreeing + 1 : 1;
  await tx
    .updateTable('priceHolds')
    .set({ price, agreeing, countedAt: at })
    .where('id', '=', hold.id)
    .execute();
  if (isGuarded && !isConfirmed && agreeing < ROUNDS_TO_ACCEPT) return false;
  await endPriceHold(tx, at);
  return true;
}

/** The owner's price in force; null without one. */
async function ownersPrice(tx: Tx, at: Date): Promise<LtcPrice | null> {
  const row = await tx
    .selectFrom('prices')
    .where('expiresAt', '>', at)
    .orderBy('id', 'desc')
    .select('price')
    .limit(1)
    .executeTakeFirst();
  return (row?.price as LtcPrice | undefined) ?? null;
}

/**
 * Accepted prices of the last hour: the market's, and the owner's until it ended. Prices from before the last accepted
 * jump, or from before the owner's last entry, no longer count.
 */
async function recentPrices(tx: Tx, at: Date): Promise<PastPrice[]> {
  const longest = Math.max(...JUMPS.map(({ withinMs }) => withinMs));
  const { rows } = await sql<PastPrice>`
    with since as (select greatest(
      (select max(ended_at) from price_holds), (select max(first_at) from prices where expires_at is not null)) as at)
    select price, as_of as last_at from prices
      where expires_at is null and as_of >= coalesce((select at from since), '-infinity')
        and as_of >= ${new Date(at.getTime() - longest)}
    union all
    select price, least(expires_at, ${at}) from prices where expires_at > (select at from since)`.execute(tx);
  return rows;
}

async function endPriceHold(tx: Tx, at: Date): Promise<void> {
  await tx.updateTable('priceHolds').set({ endedAt: at }).where('endedAt', 'is', null).execute();
}

/**
 * Stores a round. A round with the same price and sources only updates the time of the last row, so that each row is a
 * change.
 */
async function store(
  tx: Tx,
  round: { readonly price: LtcPrice; readonly sources: readonly Quoted[] },
  at: Date,
): Promise<void> {
  const sources = JSON.stringify(round.sources.map(({ name, price }) => ({ name, price })));
  const same = await findLastIfSame(tx, round.price, sources);
  if (same) {
    const ahead = new Date(at.getTime() + MAX_AHEAD_MS);
    await tx
      .updateTable('prices')
      .set({ asOf: at })
      .where('id', '=', same)
      .where((where) => where.or([where('asOf', '<', at), where('asOf', '>', ahead)]))
      .execute();
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
    .limit(1)
    .executeTakeFirst();
  return last?.price === price && last.sameSources ? last.id : null;
}

const lockPrices = (tx: Tx) => lockName(tx, 'litecoin price');
