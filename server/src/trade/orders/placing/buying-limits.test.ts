import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import { stepNow } from '../../../../test/steps.ts';

let world: OrderWorld;
let otto: Caller;
let nova: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
  // 1000 Robux cost $3.00
  await world.seller(100_000, 3);
});
beforeEach(async () => {
  nova = await world.buyer(100_000);
  await set('new_buyer_cap', { usd: null });
  await set('account_age', { days: 0 });
});
afterAll(() => world.close());

async function set(key: string, value: unknown): Promise<void> {
  const { status } = await otto.call('PUT', `/api/admin/settings/${key}`, { value });
  expect(status).toBe(200);
}

/** The limit that the wallet names before a deposit. */
const limitOf = async (who: Caller) => (await who.call('GET', '/api/wallet?type=buyer')).body.buyingLimit;
const buy = async (robux: number) => world.order(nova, await world.pass(robux), robux);

test('S4.12 a new buyer spends at most the daily cap, and failed orders do not count', async () => {
  await set('new_buyer_cap', { usd: 10 });
  expect((await buy(2_000)).status).toBe(201);
  const refused = await buy(2_000);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'spending_limit', hint: expect.stringContaining('$4.00 left until midnight UTC') },
  });
  expect((await world.wallet(nova)).held).toBe(600);
  expect(await limitOf(nova)).toEqual({ from: null, leftToday: 4 });
  const last = await buy(1_333);
  expect(last.status).toBe(201);
  await world.control('PATCH', `/game/passes/${await passOf(last)}`, { price: 5 });
  await stepNow(world.orderServices, String(last.body.id));
  expect((await world.final(nova, last)).status).toBe('failed');
  expect((await buy(1_333)).status).toBe(201);
});

test('S4.12 an order moves to a more expensive seller if that uses up the daily cap to the cent', async () => {
  await set('new_buyer_cap', { usd: 6 });
  const cheap = await world.seller(5_000, 2);
  const restriction = { reason: 'FraudChargeback', minutes: 5 };
  await world.control('PATCH', `/game/accounts/${cheap.game.id}`, { restriction });
  const placed = await world.order(nova, await world.pass(2_000), 2_000, { ratePerThousand: 3 });
  expect(placed.body).toMatchObject({ accountId: cheap.accountId, totalPrice: '4.00' });
  for (let step = 0; step < 2; step += 1) await stepNow(world.orderServices, String(placed.body.id));
  expect(await world.final(nova, placed)).toMatchObject({ status: 'completed', totalPrice: '6.00' });
});

test('S4.12 concurrent orders cannot exceed the daily cap', async () => {
  await set('new_buyer_cap', { usd: 10 });
  const passes = await Promise.all(Array.from({ length: 8 }, () => world.pass(1_000)));
  const answers = await Promise.all(passes.map((pass) => world.order(nova, pass, 1_000)));
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(3);
});

test('S4.12 a buyer is no longer new 30 days after the first trade', async () => {
  const first = await buy(1_000);
  await stepNow(world.orderServices, String(first.body.id));
  expect((await world.final(nova, first)).status).toBe('completed');
  await set('new_buyer_cap', { usd: 1 });
  expect((await buy(1_000)).body.code).toBe('spending_limit');
  const age = (days: number) =>
    world.database.asOwner(
      `set session_replication_role = replica; update ledger_events set at = now() - interval '${days} days'
       where key = 'order ${first.body.id} completed'`,
    );
  await age(29);
  expect((await buy(1_000)).body.code).toBe('spending_limit');
  await age(30);
  expect((await buy(1_000)).status).toBe(201);
});

test('S4.12 a buyer whose Discord account is too young cannot buy', async () => {
  const bornDaysAgo = (days: number) => {
    const ms = Date.now() - days * 86_400_000 - Date.UTC(2015, 0, 1);
    const id = String(BigInt(ms) << 22n);
    return world.services.db.updateTable('users').set({ discordId: id }).where('id', '=', nova.id).execute();
  };
  await set('account_age', { days: 30 });
  await bornDaysAgo(29);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await buy(1_000)).toMatchObject({
    status: 403,
    body: { code: 'account_too_new', hint: expect.stringContaining(tomorrow) },
  });
  expect((await world.wallet(nova)).held).toBe(0);
  expect(await limitOf(nova)).toMatchObject({ from: expect.stringContaining(tomorrow), leftToday: null });
  await bornDaysAgo(30);
  expect((await buy(1_000)).status).toBe(201);
  expect(await limitOf(nova)).toBeUndefined();
});

async function passOf({ body }: { body: Record<string, unknown> }): Promise<number> {
  const { passId } = await world.services.db
    .selectFrom('orders')
    .where('id', '=', String(body.id))
    .select('passId')
    .executeTakeFirstOrThrow();
  return passId;
}
