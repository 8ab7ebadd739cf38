import { cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { usePreOrders } from '../../../test/pre-order-world.ts';
import { loseDeposit } from '../../../test/reversed-deposit.ts';
import type { SandboxPass } from '../../../test/sandbox.ts';
import { deleteUser } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';

const world = usePreOrders();

test('S4.14 a pre-order waits until a seller adds stock, and the gamepass is bought at the seller’s rate', async () => {
  const nova = await world.buyer(400);
  const pass = await world.pass(1_000);
  const placed = await world.preOrder(nova, pass);
  expect(placed.status).toBe(201);
  expect(placed.body).toMatchObject({
    robuxAmount: 1_000,
    maxRatePerThousand: 4,
    maxTotal: 4,
    gamepassUrl: pass.url,
    gamepassName: 'VIP',
    status: 'waiting',
    reason: 'No stock at your rate',
    position: 1,
    orderId: null,
  });
  expect(await world.wallet(nova)).toEqual({ posted: 400, held: 0, available: 400 });
  const sela = await world.seller(5_000, 3.5);
  const [matched] = await world.own(nova);
  expect(matched).toMatchObject({ status: 'matched', reason: null, position: null });
  const order = await world.bought(nova);
  expect(order).toMatchObject({ status: 'completed', robuxAmount: '1000', totalPrice: '3.50' });
  expect(order.events[0]!.what).toBe('Pre-order matched at $3.50 per 1,000, $3.50 on hold');
  expect(await world.wallet(nova)).toEqual({ posted: 50, held: 0, available: 50 });
  expect((await world.wallet(sela, 'seller')).posted).toBe(350);
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
  expect(await world.own(nova)).toMatchObject([{ status: 'matched', orderId: order.id }]);
});

test('S4.14 a pre-order that fits when it is placed is already matched in the answer', async () => {
  const nova = await world.buyer(1_000);
  await world.seller(5_000, 2);
  const placed = await world.preOrder(nova, await world.pass(1_000));
  expect(placed.body).toMatchObject({ status: 'matched', reason: null, position: null });
  expect(await world.bought(nova)).toMatchObject({
    id: placed.body.orderId,
    status: 'completed',
    totalPrice: '2.00',
  });
});

test('S4.13 S4.15 a buyer who became an admin reads why their pre-order waits, and the queue does not promise it', async () => {
  const nova = await world.buyer(400);
  await world.preOrder(nova, await world.pass(1_000));
  const become = (role: string) =>
    world.database.asOwner('update users set role = $2 where id = $1', [nova.id, role]);
  await become('admin');
  await world.seller(5_000, 3.5);
  const reason = 'Admins may not buy. This pre-order waits until you are no longer an admin';
  expect(await world.own(nova)).toMatchObject([{ status: 'waiting', reason }]);
  const waiting = { canFulfill: false, estimatedFulfillment: null };
  await expect.poll(() => world.live(nova)).toMatchObject({ activeAccounts: 1, preOrders: [waiting] });
  await become('buyer');
  expect(await world.bought(nova)).toMatchObject({ status: 'completed' });
});

test('S4.13 refusals are checked in the order amount, rate, address, pass, price, balance', async () => {
  const nova = await world.buyer(399);
  const pass = await world.pass(1_000);
  const offSale = await world.pass(1_000);
  await world.control('PATCH', `/game/passes/${offSale.id}`, { isForSale: false });
  const refused = async (more: object) => {
    const { status, body } = await world.preOrder(nova, pass, more);
    return [status, body.code, body.message];
  };
  expect(await refused({ robuxAmount: 99, maxRatePerThousand: 7, gamepassUrl: 'x' })).toEqual([
    400,
    'invalid_amount',
    'Invalid amount',
  ]);
  expect((await refused({ robuxAmount: 1_000_001 }))[1]).toBe('invalid_amount');
  for (const maxRatePerThousand of [0.99, 6.01, '1.001', -1, '1e0'])
    expect(await refused({ maxRatePerThousand, gamepassUrl: 'x' })).toEqual([
      400,
      'invalid_amount',
      'Invalid amount',
    ]);
  expect((await refused({ gamepassUrl: 'https://evil.example/game-pass/5' }))[1]).toBe(
    'invalid_gamepass_url',
  );
  expect(await refused({ gamepassUrl: '999999999999' })).toEqual([
    404,
    'gamepass_not_found',
    'Invalid gamepass',
  ]);
  expect((await refused({ gamepassUrl: offSale.url }))[1]).toBe('gamepass_not_for_sale');
  expect(await refused({ robuxAmount: 700 })).toEqual([409, 'price_mismatch', 'Price mismatch']);
  expect(await refused({})).toEqual([409, 'insufficient_balance', 'Insufficient balance']);
  expect((await world.preOrder(nova, pass)).body.hint).toBe('Please deposit $0.01 more.');
  expect((await refused({ maxRatePerThousand: undefined }))[0]).toBe(400);
  expect((await refused({ orderId: 'x' }))[0]).toBe(400);
  expect((await world.preOrder(nova, pass, { maxRatePerThousand: '3.99' })).status).toBe(201);
  expect((await world.preOrder(nova, pass, { maxRatePerThousand: 1 })).body.hint).toBe(
    'Please deposit $1.00 more. Your waiting pre-orders need $3.99.',
  );
  const sela = await world.signIn('sela', 'seller');
  expect((await world.preOrder(sela, pass)).status).toBe(403);
  expect(await world.own(sela)).toEqual([]);
});

test('a frozen wallet pre-orders nothing, and its owner reads what ends this', async () => {
  const nova = await world.buyer(400);
  await loseDeposit(world.services.db, nova.id, cents(1_000));
  expect((await world.preOrder(nova, await world.pass(1_000))).body).toMatchObject({
    code: 'wallet_frozen',
    hint: 'One of your wallets is below zero. New money has to cover that first.',
  });
});

test('S4.13 no call cancels or changes a pre-order', async () => {
  const nova = await world.buyer(400);
  const { body } = await world.preOrder(nova, await world.pass(1_000));
  for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
    const answer = await nova.call(
      method,
      `/api/pre-orders/${body.id}`,
      method === 'DELETE' ? undefined : {},
    );
    expect(answer.status).toBe(404);
  }
  expect((await nova.call('DELETE', '/api/pre-orders')).status).toBe(405);
  expect(await world.own(nova)).toMatchObject([{ id: body.id, status: 'waiting' }]);
});

test('S4.13 sixteen concurrent calls with one key place one pre-order', async () => {
  const nova = await world.buyer(10_000);
  const pass = await world.pass(1_000);
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => world.preOrder(nova, pass, {}, 'a-key')),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await world.own(nova)).toHaveLength(1);
  expect((await world.preOrder(nova, pass, { maxRatePerThousand: 5 }, 'a-key')).body.code).toBe('key_reused');
});

test('S4.08 the cookie sets the price of the pass when the pre-order is placed, and is not stored', async () => {
  const nova = await world.buyer(400);
  const poor = await world.buyer(399);
  const pass = await world.pass(40);
  const { ownerCookie: buyerCookie } = pass;
  expect((await world.preOrder(poor, pass, { buyerCookie })).body.code).toBe('insufficient_balance');
  expect(await priceSeen(pass)).toBe(40);
  const { ownerCookie: strangersCookie } = await world.pass(50);
  expect((await world.preOrder(nova, pass, { buyerCookie: strangersCookie })).body.code).toBe(
    'cookie_of_another',
  );
  expect((await world.preOrder(nova, pass, { buyerCookie: 'rubbish' })).body.code).toBe('invalid_cookie');
  await world.control('PATCH', `/game/passes/${pass.id}`, { activeInPO: true });
  const refused = await world.preOrder(nova, pass, { buyerCookie });
  expect([refused.status, refused.body.code]).toEqual([409, 'price_mismatch']);
  await world.control('PATCH', `/game/passes/${pass.id}`, { activeInPO: false });

  const placed = await world.preOrder(nova, pass, { buyerCookie }, 'with-a-cookie');
  expect(placed.body).toMatchObject({ status: 'waiting', reason: 'No stock at your rate' });
  expect(await priceSeen(pass)).toBe(1_000);
  const secret = buyerCookie.slice(-40);
  const { rows } = await world.database.asOwner(`
    select (select json_agg(p)::text from pre_orders p) || (select json_agg(k)::text from idempotency_keys k) as kept,
      (select count(*)::int from order_cookies) as cookies`);
  expect(rows[0].kept).not.toContain(secret);
  expect(rows[0].cookies).toBe(0);
  expect(world.log()).not.toContain(secret);
  await world.seller(5_000, 3);
  expect((await world.bought(nova)).status).toBe('completed');
});

const priceSeen = async ({ id }: SandboxPass) => (await world.services.game.gamepass(String(id)))?.priceRobux;

test('S7.08 deleting the account closes its waiting pre-orders', async () => {
  const nova = await world.buyer(400);
  const { body } = await world.preOrder(nova, await world.pass(1_000));
  await inTransaction(world.services.db, (tx) =>
    deleteUser(tx, world.services.vault, nova.id, { forfeit: true }),
  );
  const row = await world.services.db
    .selectFrom('preOrders')
    .where('id', '=', String(body.id))
    .select(['status', 'closeReason'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'closed', closeReason: 'The account was deleted' });
});
