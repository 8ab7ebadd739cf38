import type { Inbox } from '@sterling/contract/inbox.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type ManualWorld, openManualWorld } from '../../../test/manual-world.ts';
import { addNews, newsOf } from '../../../test/news.ts';
import type { OnWire } from '../../../test/wire.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { takeOffSale } from '../../supply/roblox-accounts/off-sale.ts';
import { forgetPeople } from '../users/users.ts';
import { deleteOldEntries } from './inbox.ts';

type ShownInbox = OnWire<typeof Inbox>;

let world: ManualWorld;
beforeAll(async () => {
  world = await openManualWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

async function inboxOf(who: Caller, query = ''): Promise<ShownInbox> {
  const { status, body } = await who.call('GET', `/api/inbox${query}`);
  expect(status).toBe(200);
  return body as unknown as ShownInbox;
}

const tasks = async (who: Caller) =>
  (await inboxOf(who)).waiting.map(({ title, text }) => `${title}: ${text}`);
const counts = async (who: Caller) => (await inboxOf(who)).waitingCounts;

/** nova buys sela's listing for $5.00. Returns the id of the trade. */
async function buyListing(sela: Caller, nova: Caller): Promise<string> {
  const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 5, deliveryTime: '1 hour' };
  const listing = await sela.call('POST', '/api/listings', { title: 'Golden Crown', ...terms });
  const { status, body } = await nova.call('POST', '/api/transactions', {
    listingId: listing.body.id,
    sellerId: sela.id,
    quantity: 1,
    pricePerUnit: 5,
    totalAmount: 5,
    platformFee: '0.25',
  });
  expect(status).toBe(201);
  return String(body.id);
}

const step = (who: Caller, trade: string, name: string, body?: object) =>
  who.call('POST', `/api/transactions/${trade}/${name}`, body);

describe('entries', () => {
  test('appear without a webhook, in the inbox of each user concerned', async () => {
    const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(1_000)];
    const order = await world.order(nova, await world.pass(300), 300);
    expect(await newsOf(nova)).toEqual([]);
    await world.check(String(order.body.id));
    await world.final(nova, order);
    const off = { status: '2fa_required', reason: 'x' } as const;
    await inTransaction(world.services.db, (tx) => takeOffSale(tx, sela.accountId, off));
    expect(await inboxOf(nova)).toMatchObject({
      unread: 1,
      entries: [{ kind: 'orders', item: null, subjectId: order.body.id, isTrouble: false, isRead: false }],
    });
    expect(await newsOf(nova)).toEqual(['Order completed: 300 Robux for $0.90.']);
    expect(await newsOf(sela)).toEqual([
      `Account off sale: Roblox requires verification for ${sela.game.username}. Complete it on Roblox, and then activate the account to sell again.`,
      'Sold: 300 Robux for $0.90.',
    ]);
    expect((await inboxOf(sela)).entries[0]).toMatchObject({ subjectId: sela.accountId, isTrouble: true });
  });

  test('come with the transaction that makes the news, or not at all', async () => {
    const sela = await world.seller(1_000, 3);
    const failing = inTransaction(world.services.db, async (tx) => {
      await takeOffSale(tx, sela.accountId, { status: 'invalid_cookie', reason: 'x' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await newsOf(sela)).toEqual([]);
  });

  test('are paged, newest first, with the total and the unread count', async () => {
    const nova = await world.signIn('nova');
    for (const robux of [1, 2, 3]) await addNews(world.database, nova, robux);
    const { body, headers } = await nova.call('GET', '/api/inbox?page=2&pageSize=2');
    expect(headers['x-total-count']).toBe('3');
    expect(body).toMatchObject({ unread: 3, entries: [{ text: '1 Robux for $1.00.' }] });
  });

  test('are marked as read one by one or together, and only by their user', async () => {
    const [nova, sela] = [await world.signIn('nova'), await world.signIn('sela', 'seller')];
    for (const robux of [1, 2, 3]) await addNews(world.database, nova, robux);
    const [, second] = (await inboxOf(nova)).entries;
    const read = (who: Caller, more = {}) => who.call('POST', '/api/inbox/read', { id: second!.id, ...more });
    expect((await read(sela, { andOlder: true })).body).toEqual({ unread: 0 });
    expect((await inboxOf(nova)).unread).toBe(3);
    expect((await read(nova)).body).toEqual({ unread: 2 });
    expect((await read(nova, { andOlder: true })).body).toEqual({ unread: 1 });
    expect((await inboxOf(nova)).entries.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect((await nova.call('POST', '/api/inbox/read', { id: 'x' })).body).toEqual({ unread: 1 });
    expect((await nova.call('POST', '/api/inbox/read', {})).status).toBe(400);
  });

  test('older than 90 days or beyond the latest 500 are deleted', async () => {
    const [nova, sela] = [await world.signIn('nova'), await world.signIn('sela')];
    await world.database.asOwner(
      `select add_notification($1, 'orders', 'order_completed', null, jsonb_build_object('robux', n, 'cents', 1))
        from generate_series(1, 502) n`,
      [nova.id],
    );
    await addNews(world.database, sela, 1);
    await world.database.asOwner(
      `update inbox_entries set at = now() - interval '91 days' where user_id = $1`,
      [sela.id],
    );
    await addNews(world.database, sela, 2);
    await deleteOldEntries(world.services.db);
    const { headers, body } = await nova.call('GET', '/api/inbox?page=3&pageSize=200');
    expect(headers['x-total-count']).toBe('500');
    expect((body as unknown as ShownInbox).entries.at(-1)!.text).toBe('3 Robux for $0.01.');
    expect(await newsOf(sela)).toEqual(['Order completed: 2 Robux for $1.00.']);
  });

  test('of security and withdrawals are not pushed out by others', async () => {
    const nova = await world.signIn('nova');
    await world.database.asOwner(
      `select add_notification($1, 'security', 'recovery_codes_renewed', null, '{}')`,
      [nova.id],
    );
    await world.database.asOwner(
      `select add_notification($1, 'orders', 'order_completed', null, jsonb_build_object('robux', n, 'cents', 1))
        from generate_series(1, 500) n`,
      [nova.id],
    );
    await deleteOldEntries(world.services.db);
    const { body } = await nova.call('GET', '/api/inbox?page=3&pageSize=200');
    expect((body as unknown as ShownInbox).entries.at(-1)!.title).toBe('New recovery codes');
  });

  test('are part of the export, and deleted with their user', async () => {
    const nova = await world.signIn('nova');
    await addNews(world.database, nova, 7);
    const { body } = await nova.call('GET', '/api/export');
    expect(body.inbox).toMatchObject([{ title: 'Order completed', text: '7 Robux for $1.00.' }]);
    await inTransaction(world.services.db, (tx) => forgetPeople(tx, [nova.id]));
    const { rows } = await world.database.asOwner('select id from inbox_entries where user_id = $1', [
      nova.id,
    ]);
    expect(rows).toEqual([]);
  });
});

test('the seller of a cancelled trade is told that the listing is on sale again', async () => {
  const [sela, nova] = [await world.signIn('sela', 'seller'), await world.buyer(1_000)];
  const trade = await buyListing(sela, nova);
  await step(sela, trade, 'cancel');
  expect((await newsOf(sela))[0]).toBe(
    'Trade cancelled: The buyer got $5.00 back. Your listing is on sale again.',
  );
  expect((await nova.call('GET', `/api/listings?sellerId=${sela.id}`)).body).toMatchObject([
    { status: 'active' },
  ]);
});

describe('what waits', () => {
  test('is the next step of a trade, for the party that takes it', async () => {
    const [sela, nova] = [await world.signIn('sela', 'seller'), await world.buyer(1_000)];
    const trade = await buyListing(sela, nova);
    expect((await inboxOf(sela)).entries[0]).toMatchObject({ title: 'Listing sold', item: 'Golden Crown' });
    expect(await tasks(sela)).toEqual(['Deliver Golden Crown: The buyer paid $5.00']);
    expect([await counts(sela), await tasks(nova)]).toEqual([
      { transactions: 1, accounts: 0, reviews: 0 },
      [],
    ]);
    await step(sela, trade, 'deliver');
    expect([await tasks(sela), await tasks(nova)]).toEqual([[], ['Confirm Golden Crown: You paid $5.00']]);
    expect((await inboxOf(nova)).waiting[0]!.until).not.toBe(null);
    await step(nova, trade, 'confirm');
    expect(await tasks(nova)).toEqual([]);
  });

  test('is an answer in a dispute, and a decision for staff', async () => {
    const [sela, nova] = [await world.signIn('sela', 'seller'), await world.buyer(1_000)];
    const [ada, otto] = [await world.signIn('ada', 'admin'), await world.signIn('otto', 'admin', true)];
    const before = (await counts(ada)).reviews;
    const trade = await buyListing(sela, nova);
    await step(sela, trade, 'deliver', { note: 'Enjoy' });
    await step(nova, trade, 'dispute', { reason: 'It never came' });
    const answer = ['Answer the dispute about Golden Crown: $5.00 is held'];
    expect([await tasks(sela), await tasks(nova)]).toEqual([answer, []]);
    await step(sela, trade, 'messages', { text: 'It is in your inventory' });
    expect([await tasks(sela), await tasks(nova)]).toEqual([[], []]);
    await step(ada, trade, 'messages', { text: 'Please show a picture' });
    expect([await tasks(sela), await tasks(nova)]).toEqual([answer, answer]);
    await step(nova, trade, 'messages', { text: 'I have none' });
    expect([await tasks(sela), await tasks(nova)]).toEqual([answer, []]);
    expect([(await counts(ada)).reviews, (await counts(otto)).reviews]).toEqual([before + 1, before + 1]);
    expect((await counts(sela)).reviews).toBe(0);
    await step(ada, trade, 'resolve', { outcome: 'seller', reason: 'Delivered' });
    expect([await tasks(sela), (await counts(ada)).reviews]).toEqual([[], before]);
    expect((await newsOf(sela))[0]).toBe(
      'Dispute decided: Staff decided for you. $4.75 is in your seller wallet.',
    );
    expect((await newsOf(nova))[0]).toBe(
      'Dispute decided: Staff decided for the seller, who was paid $4.75.',
    );
  });

  test('is a manual order, until its purchase is found', async () => {
    const { sela, pass, id } = await world.handOrder();
    expect((await newsOf(sela))[0]).toBe(
      'Order to fulfil: 1,000 Robux for $2.00. Buy its gamepass before the deadline.',
    );
    expect([await tasks(sela), await counts(sela)]).toEqual([
      ['Buy the gamepass VIP: You earn $2.00'],
      { transactions: 0, accounts: 1, reviews: 0 },
    ]);
    await world.bought(sela, pass);
    await world.check(id);
    expect(await tasks(sela)).toEqual([]);
  });

  test('is no manual order that staff decide about, and no automatic confirmation of a trade in review', async () => {
    const { sela, nova, pass, id } = await world.handOrder();
    await world.control('PATCH', `/game/passes/${pass.id}`, { price: 400 });
    await world.bought(sela, pass);
    await world.check(id);
    expect([await tasks(sela), (await counts(sela)).accounts]).toEqual([[], 0]);
    const trade = await buyListing(sela, nova);
    await step(sela, trade, 'deliver');
    await world.database.asOwner(`insert into reviews (kind, subject_id) values ('dispute', $1)`, [trade]);
    expect((await inboxOf(nova)).waiting).toMatchObject([{ step: 'confirm', until: null }]);
  });

  test('excludes decisions about oneself, and those of owners for admins', async () => {
    const [ada, otto] = [await world.signIn('ada', 'admin'), await world.signIn('otto', 'admin', true)];
    const before = [(await counts(ada)).reviews, (await counts(otto)).reviews];
    const insert = (kind: string, userId: string | null) =>
      world.database.asOwner(
        'insert into reviews (kind, subject_id, user_id) values ($1, gen_random_uuid(), $2)',
        [kind, userId],
      );
    await insert('report', ada.id);
    await insert('withdrawal', null);
    const after = [(await counts(ada)).reviews, (await counts(otto)).reviews];
    expect(after).toEqual([before[0], before[1]! + 2]);
  });
});
