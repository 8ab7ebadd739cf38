import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited } from '../../../test/lock-waits.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeTradesOf } from './endings.ts';
import { deleteTextsOf } from './trade.ts';
import { confirmAllDue } from './transactions.jobs.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

async function delivered(): Promise<{ id: string; seller: Caller; buyer: Caller }> {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  return { id: await world.delivered(buyer, seller), seller, buyer };
}

const stageOf = async (id: string) =>
  (
    await world.services.db
      .selectFrom('transactions')
      .where('id', '=', id)
      .select('stage')
      .executeTakeFirstOrThrow()
  ).stage;
const setSetting = (key: string, value: object) =>
  world.services.db
    .updateTable('settings')
    .set({ value: JSON.stringify(value) as never })
    .where('key', '=', key)
    .execute();

test('a delivered trade is confirmed automatically after 72 hours, not earlier', async () => {
  const { id, seller, buyer } = await delivered();
  await world.letPass(id, 71);
  await world.workDue();
  expect(await stageOf(id)).toBe('delivered');
  await world.letPass(id, 1);
  await Promise.all([world.workDue(), world.workDue(), world.workDue()]);
  expect(await stageOf(id)).toBe('completed');
  expect((await world.wallet(seller, 'seller')).posted).toBe(9_500);
  const { body } = await buyer.call('GET', `/api/transactions/${id}`);
  expect((body.events as object[]).at(-1)).toEqual({
    at: expect.any(String),
    by: 'system',
    what: 'Confirmed automatically: no response from the buyer',
    text: null,
  });
});

test('the confirmation time is a setting that is read at delivery', async () => {
  await setSetting('auto_confirm', { hours: 2 });
  const { id } = await delivered();
  await setSetting('auto_confirm', { hours: 72 });
  await world.letPass(id, 2);
  await world.workDue();
  expect(await stageOf(id)).toBe('completed');
});

test('a disputed trade is never confirmed automatically', async () => {
  const { id, buyer } = await delivered();
  await world.step(buyer, id, 'dispute', { reason: 'Nothing came' });
  await world.letPass(id, 1_000);
  await world.workDue();
  expect(await stageOf(id)).toBe('disputed');
});

describe.each([
  ['maintenance_mode', { enabled: true, updatedAt: null }, { enabled: false, updatedAt: null }],
  ['emergency_shutdown', { enabled: true }, { enabled: false }],
])('while %s is on', (key, on, off) => {
  test('no trade is confirmed, and afterwards the buyer has an hour to dispute', async () => {
    const { id, buyer } = await delivered();
    await world.letPass(id, 72);
    await setSetting(key, on);
    await world.workDue();
    expect((await world.step(buyer, id, 'confirm')).status).toBe(503);
    await setSetting(key, off);
    await world.workDue();
    expect(await stageOf(id)).toBe('delivered');
    expect((await world.step(buyer, id, 'dispute', { reason: 'Nothing came' })).status).toBe(200);
  });
});

test('a trade that cannot be confirmed does not delay the others', async () => {
  const [broken, fine] = [await delivered(), await delivered()];
  for (const { id } of [broken, fine]) await world.letPass(id, 72);
  const taken = `update ledger_holds set key = key || ' taken' where key = 'transaction ${broken.id}'`;
  const back = `update ledger_holds set key = 'transaction ${broken.id}' where key like '% taken'`;
  await world.database.asOwner(taken);
  const failed: string[] = [];
  await confirmAllDue(world.services.db, (_error, id) => failed.push(id));
  await world.database.asOwner(back);
  expect([failed, await stageOf(broken.id), await stageOf(fine.id)]).toEqual([
    [broken.id],
    'delivered',
    'completed',
  ]);
});

test('an emergency stop during confirmations also applies to the trade that waits for its lock', async () => {
  const ids = [(await delivered()).id, (await delivered()).id];
  for (const id of ids) await world.letPass(id, 72);
  const { db } = world.services;
  const blocking = await db.startTransaction().execute();
  await blocking.selectFrom('transactions').where('id', 'in', ids).select('id').forUpdate().execute();
  const confirming = world.workDue();
  await lockIsAwaited(world.database);
  await setSetting('emergency_shutdown', { enabled: true });
  await blocking.commit().execute();
  await confirming;
  await setSetting('emergency_shutdown', { enabled: false });
  expect(await Promise.all(ids.map(stageOf))).toEqual(['delivered', 'delivered']);
});

describe('when a person is banned', () => {
  const close = (userId: string, options = {}) =>
    inTransaction(world.services.db, (tx) => closeTradesOf(tx, [userId], 'The seller was banned', options));

  test('their undelivered trades fail with a refund, and delivered ones continue', async () => {
    const seller = await world.seller();
    const buyer = await world.buyer(20_000);
    const [open, sent] = [await world.list(seller), await world.list(seller)];
    const ids = [await world.bought(buyer, open), await world.bought(buyer, sent)] as const;
    await world.step(seller, ids[1], 'deliver');
    expect(await close(seller.id)).toBe(1);
    expect([await stageOf(ids[0]), await stageOf(ids[1])]).toEqual(['failed', 'delivered']);
    expect(await world.wallet(buyer)).toEqual({ posted: 20_000, held: 10_000, available: 10_000 });
    expect(await world.listingStatus(open)).toBe('active');
    const { body } = await buyer.call('GET', `/api/transactions/${ids[0]}`);
    expect(body).toMatchObject({ status: 'failed', stage: 'failed' });
    expect((body.events as { what: string }[]).at(-1)!.what).toBe('The seller was banned. $100.00 refunded');
    expect((await world.step(buyer, ids[1], 'confirm')).status).toBe(200);
  });

  test('all of their open trades end if the caller asks for it', async () => {
    const { id, buyer } = await delivered();
    expect(await close(buyer.id, { delivered: true })).toBe(1);
    expect(await stageOf(id)).toBe('failed');
    expect((await world.wallet(buyer)).available).toBe(10_000);
  });
});

test('S7.08 an account with an open trade cannot be deleted, and a deletion wipes the texts of its trades', async () => {
  const { id, seller, buyer } = await delivered();
  await world.step(buyer, id, 'messages', { text: 'My phone is quince' });
  for (const who of [seller, buyer]) {
    const kept = await who.call('POST', '/api/reset/delete-me', { forfeit: true });
    expect([kept.status, kept.body.code, kept.body.hint]).toEqual([
      409,
      'account_in_use',
      'Still open: 1 trade.',
    ]);
  }
  await world.step(buyer, id, 'confirm');
  await world.step(buyer, id, 'rate', { stars: 1, comment: 'Call quince' });
  expect((await buyer.call('POST', '/api/reset/delete-me', { forfeit: true })).status).toBe(200);
  const { body } = await seller.call('GET', `/api/transactions/${id}`);
  expect(JSON.stringify(body)).not.toContain('quince');
  expect(body.rating).toEqual({ stars: 1, comment: null });
  expect((body.events as object[]).slice(-2)).toMatchObject([
    { by: 'buyer', what: 'Confirmed. The seller was paid', text: null },
    { by: 'buyer', what: 'Rated with 1 star', text: null },
  ]);
  expect((await seller.call('POST', '/api/reset/delete-me', { forfeit: true })).status).toBe(200);
});

describe('the database refuses', () => {
  test.each([
    [
      'to complete an undelivered trade',
      "stage = 'completed', ended_at = now()",
      'does not become completed',
    ],
    ['to change the price of a trade', 'total_cents = total_cents - 1', 'does not change'],
    ['to change the buyer of a trade', 'buyer_id = seller_id', 'does not change'],
    ['to rate an open trade', 'stars = 5', 'check constraint'],
    ['to end a trade without a final stage', 'ended_at = now()', 'check constraint'],
  ])('%s', async (_name, change, message) => {
    const id = await world.bought(await world.buyer(10_000), await world.list(await world.seller()));
    await expect(
      world.database.asOwner(`update transactions set ${change} where id = '${id}'`),
    ).rejects.toThrow(message);
  });

  test('a second open trade of a listing, a change of an event, and the deletion of a trade', async () => {
    const { id } = await delivered();
    const again = `insert into transactions (listing_id, seller_id, buyer_id, title, units, price_cents, total_cents, fee_cents, deliver_by)
      select listing_id, seller_id, buyer_id, title, units, price_cents, total_cents, fee_cents, deliver_by from transactions where id = '${id}'`;
    await expect(world.database.asOwner(again)).rejects.toThrow('transactions_of_listing');
    const started = world.database.asOwner(`insert into transactions (stage) values ('delivered')`);
    await expect(started).rejects.toThrow('starts as pending');
    const other = `update transaction_events set what = 'Nothing' where transaction_id = '${id}'`;
    await expect(world.database.asOwner(other)).rejects.toThrow('append-only');
    await expect(
      world.database.asOwner(`delete from transaction_events where transaction_id = '${id}'`),
    ).rejects.toThrow('append-only');
    await expect(world.database.asOwner(`delete from transactions where id = '${id}'`)).rejects.toThrow(
      'never deleted',
    );
  });
});

test('texts can be deleted, but not replaced', async () => {
  const { id, buyer } = await delivered();
  await world.step(buyer, id, 'messages', { text: 'Hello' });
  await expect(
    world.database.asOwner(
      `update transaction_events set said = 'Bye' where transaction_id = '${id}' and said is not null`,
    ),
  ).rejects.toThrow('append-only');
  await inTransaction(world.services.db, (tx) => deleteTextsOf(tx, [buyer.id], sql`(${id}::uuid)`));
  const { body } = await buyer.call('GET', `/api/transactions/${id}`);
  expect((body.events as object[]).at(-1)).toMatchObject({ what: 'Message', text: null });
});
