import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveQueue } from '@sterling/contract/pre-orders.ts';
import { expect, test } from 'vitest';
import { usePreOrders } from '../../../test/pre-order-world.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import type { OnWire } from '../../../test/wire.ts';

const world = usePreOrders();
/** Matching happens within 2 s. A busy machine gets more time. */
const SOON = { timeout: 30_000, interval: 20 };

test('S4.14 a pre-order whose pass has another price is skipped with the reason, and matched after the price is corrected', async () => {
  const nova = await world.buyer(400);
  const milo = await world.buyer(400);
  const pass = await world.pass(1_000);
  const first = await world.preOrder(nova, pass);
  await world.preOrder(milo, await world.pass(1_000));
  await world.control('PATCH', `/game/passes/${pass.id}`, { price: 900 });
  await world.seller(1_000, 3);
  expect((await world.bought(milo)).status).toBe('completed');
  const skipped = { status: 'waiting', reason: 'Price mismatch', position: 1, orderId: null };
  expect(await world.own(nova)).toMatchObject([{ id: first.body.id, ...skipped }]);
  expect(await world.wallet(nova)).toEqual({ posted: 400, held: 0, available: 400 });
  await world.seller(1_000, 4);
  expect(await world.own(nova)).toMatchObject([skipped]);
  await expect
    .poll(async () => (await world.live(nova)).preOrders, SOON)
    .toMatchObject([{ canFulfill: true }]);

  await world.checkPassesNow();
  await sleep(1_200);
  expect(await world.own(nova)).toMatchObject([skipped]);
  await world.control('PATCH', `/game/passes/${pass.id}`, { price: 1_000 });
  await world.checkPassesNow();
  expect(await world.bought(nova)).toMatchObject({ status: 'completed', totalPrice: '4.00' });
});

test('S4.14 a pre-order whose pass stays deleted for ten minutes is closed', async () => {
  const nova = await world.buyer(400);
  const pass = await world.pass(1_000);
  await world.preOrder(nova, pass);
  await world.control('PATCH', `/game/passes/${pass.id}`, { deleted: true });
  await world.seller(1_000, 3);
  await world.once(nova, ({ reason }) => reason === 'Price mismatch');
  await world.checkPassesNow();
  await sleep(1_200);
  expect(await world.own(nova)).toMatchObject([{ status: 'waiting', reason: 'Price mismatch' }]);
  await world.database.asOwner('update pre_orders set missing_checks = 19 where missing_checks > 0');
  await world.checkPassesNow();
  const closed = await world.once(nova, ({ status }) => status === 'closed');
  expect(closed.reason).toBe('The gamepass is no longer the one that you pre-ordered');
});

test('S4.14 a pre-order without enough balance is skipped, and matched soon after the next deposit', async () => {
  const nova = await world.buyer(600);
  await world.preOrder(nova, await world.pass(1_000));
  await world.seller(500, 6);
  const spent = await world.order(nova, await world.pass(500), 500);
  await world.final(nova, spent);
  expect((await world.wallet(nova)).posted).toBe(300);
  await world.seller(1_000, 4);
  expect(await world.own(nova)).toMatchObject([{ status: 'waiting', reason: 'Insufficient balance' }]);
  await expect
    .poll(async () => (await world.live(nova)).preOrders, SOON)
    .toMatchObject([{ canFulfill: true, estimatedFulfillment: null }]);
  await credit(world.services.db, nova.id, 100);
  expect(await world.bought(nova)).toMatchObject({ status: 'completed', totalPrice: '4.00' });
});

test('S4.14 a pre-order returns to the queue if the account cannot buy the pass, and the next account serves it', async () => {
  const nova = await world.buyer(400);
  await world.preOrder(nova, await world.pass(1_000));
  const bad = await world.seller(900, 2);
  await world.control('PATCH', `/game/accounts/${bad.game.id}`, {
    robux: 5_000,
    challenge: 'captcha',
    challengeOn: 'purchase',
  });
  const grown = await bad.call('POST', `/api/roblox-accounts/${bad.accountId}/balance`, {});
  expect(grown.status).toBe(200);
  await world.once(nova, ({ reason }) => reason === null);
  const waiting = await world.once(nova, ({ status }) => status === 'waiting');
  expect(waiting).toMatchObject({ reason: 'No stock at your rate', position: 1 });
  expect(await world.wallet(nova)).toEqual({ posted: 400, held: 0, available: 400 });
  await world.seller(1_000, 3);
  expect(await world.bought(nova)).toMatchObject({ status: 'completed', totalPrice: '3.00' });
});

test('S4.14 S7.07 during an emergency stop no pre-order is placed or matched', async () => {
  const nova = await world.buyer(800);
  await world.preOrder(nova, await world.pass(1_000));
  await setEmergencyStop(world.database, true);
  const refused = await world.preOrder(nova, await world.pass(1_000));
  expect([refused.status, refused.body.message]).toEqual([503, 'Service unavailable']);
  await world.seller(1_000, 3);
  await sleep(700);
  expect(await world.own(nova)).toMatchObject([{ status: 'waiting', reason: null }]);
  await expect
    .poll(async () => (await world.live(nova)).preOrders, SOON)
    .toMatchObject([{ canFulfill: true }]);
  await setEmergencyStop(world.database, false);
  expect(await world.own(nova)).toMatchObject([{ status: 'matched' }]);
  expect((await world.bought(nova)).status).toBe('completed');
});

test('S4.15 the live queue shows the oldest first, names without suffix, and the sums of the market', async () => {
  const nova = await world.signIn('nova#1234');
  const milo = await world.signIn('milo');
  for (const { id } of [nova, milo]) await credit(world.services.db, id, 10_000);
  const pass = await world.pass(3_000);
  const first = await world.preOrder(nova, await world.pass(1_000), { maxRatePerThousand: 1 });
  const second = await world.preOrder(milo, pass, { robuxAmount: 3_000 });
  await world.database.asOwner('alter table pre_orders disable trigger guard');
  const age = `update pre_orders set created_at = now() - interval '90 seconds' where id = $1`;
  await world.database.asOwner(age, [first.body.id]);
  await world.database.asOwner('alter table pre_orders enable trigger guard');
  await world.seller(2_000, 3);
  await world.seller(500, 5);
  const waiting = { canFulfill: false, estimatedFulfillment: null, estimatedMinutes: null };
  const ada = await world.signIn('ada', 'admin');
  await expect
    .poll(() => world.live(ada), SOON)
    .toEqual({
      preOrders: [
        {
          id: first.body.id,
          robuxAmount: 1_000,
          maxRatePerThousand: 1,
          buyerUsername: 'nova',
          minutesWaiting: 1,
          ...waiting,
        },
        {
          id: second.body.id,
          robuxAmount: 3_000,
          maxRatePerThousand: 4,
          buyerUsername: 'milo',
          minutesWaiting: 0,
          ...waiting,
          estimatedFulfillment: expect.stringMatching(/^about \d+ (minute|hour|day)s?$/),
          estimatedMinutes: expect.any(Number),
        },
      ],
      totalAvailableRobux: 2_500,
      activeAccounts: 2,
      activeSellers: 2,
    });
  expect((await world.own(milo))[0]!.position).toBe(2);
  const page = await nova.call('GET', '/api/pre-orders/live?page=2&pageSize=1');
  expect(page.headers['x-total-count']).toBe('2');
  expect((page.body as unknown as OnWire<typeof LiveQueue>).preOrders).toMatchObject([
    { id: second.body.id },
  ]);
  const { headers } = await nova.call('GET', '/api/pre-orders/live');
  const known = { cookie: nova.cookie, 'if-none-match': String(headers.etag) };
  const unchanged = await world.app.inject({ url: '/api/pre-orders/live', headers: known });
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
});

test('S4.15 a pre-order whose order is in progress stays in the queue and can be fulfilled', async () => {
  const nova = await world.buyer(400);
  await world.seller(1_000, 3);
  const slow = { service: 'game-platform', path: 'purchase', kind: 'slow', seconds: 1, times: 3 };
  await world.control('POST', '/faults', slow);
  const placed = await world.preOrder(nova, await world.pass(1_000));
  await expect
    .poll(async () => (await world.live(nova)).preOrders, SOON)
    .toMatchObject([{ id: placed.body.id, canFulfill: true }]);
  await world.bought(nova);
  await expect.poll(async () => (await world.live(nova)).preOrders, SOON).toEqual([]);
});
