import { type Cents, marketplaceFee } from '@sterling/contract/money.ts';
import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { pngOf } from '../../../test/pictures.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';
import { account, lockWallet } from '../../money/ledger/ledger.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { buyListing } from './buying.ts';
import { closeTradesOf } from './endings.ts';

type ShownTransactionWithEvents = OnWire<typeof TransactionWithEvents>;

/**
 * A ban ends undelivered trades. With deletion it also deletes what a person wrote and showed, but a trade that staff has to decide
 * keeps it until its end.
 */
let world: TradeWorld;
let [ada, otto]: Caller[] = [];
beforeAll(async () => {
  world = await openTradeWorld();
  ada = await world.signIn('ada', 'admin');
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(async () => {
  expect(await world.differences()).toEqual([]);
  await world.close();
});

/** A delivered trade whose parties wrote a text and added a picture each. */
async function disputed() {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  const id = await world.bought(buyer, await world.list(seller));
  await world.step(seller, id, 'deliver', { note: 'In the plaza' });
  await world.step(buyer, id, 'dispute', { reason: 'An empty box' });
  const picture = pngOf(30, 20).toString('base64');
  for (const party of [seller, buyer])
    await party.call('POST', `/api/transactions/${id}/pictures`, { picture });
  return { seller, buyer, id };
}

const ban = (person: Caller) => otto!.call('PATCH', `/api/admin/users/${person.id}`, { isBanned: true });

/** As in the edit dialog of staff: nothing is deleted. */
const flag = (person: Caller, isBanned: boolean) =>
  otto!.call('PATCH', `/api/admin/users/${person.id}`, { isVerified: false, isBanned });

/** The texts and the owners of the pictures that staff sees. */
async function seenByStaff(id: string) {
  const { body } = await ada!.call('GET', `/api/transactions/${id}`);
  const { events, pictures } = body as unknown as ShownTransactionWithEvents;
  return {
    texts: events.flatMap(({ text }) => text ?? []),
    pictures: pictures.map(({ by }) => by),
  };
}

test('a purchase and a ban of its seller at the same moment lock in the same order', async () => {
  const [seller, buyer] = [await world.seller(), await world.buyer(40_000)];
  const first = await world.bought(buyer, await world.list(seller));
  const { id } = await world.list(seller);
  const { db } = world.services;
  const listing = await db.selectFrom('listings').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const [pricePerUnit, totalAmount] = [listing.priceCents as Cents, listing.totalCents as Cents];
  const platformFee = marketplaceFee(totalAmount, 5);
  const shown = { listingId: id, sellerId: seller.id, pricePerUnit, totalAmount, platformFee };
  const tries = { buying: 0, ban: 0 };
  const wallet = await openTransaction(db, (tx) => lockWallet(tx, account.buyer(buyer.id)));
  const buying = inTransaction(db, (tx) => {
    tries.buying += 1;
    return buyListing(tx, buyer.id, shown);
  });
  await lockIsAwaited(world.database);
  const banning = inTransaction(db, (tx) => {
    tries.ban += 1;
    return closeTradesOf(tx, [seller.id], 'banned');
  });
  await lockIsAwaited(world.database, null, 2);
  wallet.release();
  const [second, closed] = await Promise.all([buying, banning, wallet.finished]);
  expect([tries, closed]).toEqual([{ buying: 1, ban: 1 }, 2]);
  const trades = db.selectFrom('transactions').where('id', 'in', [first, second]).select('stage');
  expect(await trades.execute()).toEqual([{ stage: 'failed' }, { stage: 'failed' }]);
});

test.each(['buyer', 'seller'] as const)(
  'a ban of the %s leaves the evidence of a dispute to staff, until they have decided',
  async (party) => {
    const { id, ...parties } = await disputed();
    expect((await ban(parties[party])).body.deleted).toBe(true);
    expect(await seenByStaff(id)).toEqual({
      texts: ['In the plaza', 'An empty box'],
      pictures: ['seller', 'buyer'],
    });
    await world.step(ada!, id, 'resolve', { outcome: 'seller', reason: 'Decided' });
    const [said, other] = party === 'buyer' ? ['In the plaza', 'seller'] : ['An empty box', 'buyer'];
    expect(await seenByStaff(id)).toEqual({ texts: [said, 'Decided'], pictures: [other] });
  },
);

test.each(['buyer', 'seller'] as const)(
  'a ban of the %s by the flag refunds an undelivered trade immediately',
  async (party) => {
    const parties = { seller: await world.seller(), buyer: await world.buyer(10_000) };
    const listingId = await world.list(parties.seller);
    const id = await world.bought(parties.buyer, listingId);
    expect((await flag(parties[party], true)).body.deleted).toBe(false);
    expect(await world.wallet(parties.buyer)).toMatchObject({ posted: 10_000, held: 0 });
    const other = parties[party === 'buyer' ? 'seller' : 'buyer'];
    const { body } = await other.call('GET', `/api/transactions/${id}`);
    expect((body as unknown as ShownTransactionWithEvents).events.at(-1)).toMatchObject({
      by: 'system',
      what: expect.stringContaining('This account has been banned'),
    });
    const buyAgain = async () => (await world.buy(await world.buyer(10_000), listingId)).status;
    expect(await buyAgain()).toBe(party === 'buyer' ? 201 : 404);
    await flag(parties[party], false);
  },
);

test('a ban by the flag leaves a delivered trade to its buyer', async () => {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  const id = await world.bought(buyer, await world.list(seller));
  await world.step(seller, id, 'deliver', { note: 'In the plaza' });
  await flag(seller, true);
  const { body } = await world.step(buyer, id, 'confirm');
  expect(body).toMatchObject({ status: 'completed' });
});

test('a delivery that is confirmed automatically deletes what a banned seller wrote and showed', async () => {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  const id = await world.bought(buyer, await world.list(seller));
  await world.step(seller, id, 'deliver', { note: 'In the plaza' });
  await ban(seller);
  expect((await seenByStaff(id)).texts).toEqual(['In the plaza']);
  await world.step(buyer, id, 'confirm');
  expect((await seenByStaff(id)).texts).toEqual([]);
});

test('the description of a banned seller is not in the answer to a repeated purchase after the trade has ended', async () => {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  const listing = await world.list(seller, { description: 'My private words' });
  const buy = () => world.buy(buyer, listing, {}, 'one-key');
  const id = String((await buy()).body.id);
  await world.step(seller, id, 'deliver');
  await ban(seller);
  expect((await buy()).body.listing).toMatchObject({ description: 'My private words' });
  await world.step(buyer, id, 'confirm');
  const again = await buy();
  expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
  expect(again.body.listing).toMatchObject({ description: null });
});
