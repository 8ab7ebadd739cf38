import type { StandingOrder } from '@sterling/contract/standing-orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { openDyingPool } from '../../../test/dying-pool.ts';
import { newsOf } from '../../../test/news.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import type { SandboxPass } from '../../../test/sandbox.ts';
import { setEmergencyStop, setSetting } from '../../../test/settings.ts';
import type { OnWire } from '../../../test/wire.ts';
import { endRestoredAccess } from '../../money/restores/access.ts';
import { inTransaction, WORKER_ROLE } from '../../platform/db/pool.ts';
import { claimDueRounds } from './rounds.ts';
import { runDueRounds, runRound } from './standing-orders.jobs.ts';
import { readStandingOrder } from './standing-orders.reads.ts';

type ShownStandingOrder = OnWire<typeof StandingOrder>;

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  await setEmergencyStop(world.database, false);
  expect(await world.differences()).toEqual([]);
  await world.clear();
  await world.database.asOwner('delete from standing_orders');
});
afterAll(() => world.close());

/** A standing order for a gamepass of 1,000 Robux, Wednesdays at 9:00 UTC. */
async function add(who: Caller, pass: SandboxPass, more: object = {}): Promise<ShownStandingOrder> {
  const { status, body } = await who.call('POST', '/api/standing-orders', {
    robuxAmount: 1_000,
    ratePerThousand: 3,
    gamepassUrl: pass.url,
    weekday: 3,
    hour: 9,
    ...more,
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return body as unknown as ShownStandingOrder;
}

const list = async (who: Caller) =>
  (await who.call('GET', '/api/standing-orders')).body as unknown as ShownStandingOrder[];
const only = async (who: Caller) => (await list(who))[0]!;
const ordersOf = async (who: Caller) =>
  (await who.call('GET', '/api/robux/orders?role=buyer')).body as unknown as { id: string }[];
const makeDue = (ago = '1 second') =>
  world.database.asOwner(
    `update standing_orders set next_at = now() - $1::interval, try_at = now() where next_at is not null`,
    [ago],
  );
const run = () => runDueRounds(world.services);
const maintain = (enabled: boolean) =>
  setSetting(world.database, 'maintenance_mode', { enabled, updatedAt: null });

test('S9.10 a standing order places an order at its hour in the time zone of the buyer, once a week', async () => {
  await world.seller(10_000, 2.5);
  const nova = await world.buyer(10_000);
  const added = await add(nova, await world.pass(1_000), { weekday: 7, hour: 21, tz: 'America/New_York' });
  expect(added).toMatchObject({ maxTotal: 3, gamepassName: 'VIP', pausedBecause: null, rounds: [] });
  const shown = (at: Date) =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/New_York',
    }).format(at);
  expect(shown(new Date(added.nextAt!))).toMatch(/^Sunday.* 9:00\sPM$/);
  const days = (new Date(added.nextAt!).getTime() - Date.now()) / 86_400_000;
  expect(days > 0 && days < 7.1).toBe(true);
  await run();
  expect(await ordersOf(nova)).toEqual([]);

  await makeDue();
  await run();
  const [order] = await ordersOf(nova);
  expect(order).toMatchObject({ robuxAmount: '1000', totalPrice: '2.50', status: 'pending' });
  const after = await only(nova);
  expect(after.rounds).toEqual([
    { dueAt: expect.any(String), outcome: 'placed', reason: null, orderId: order!.id },
  ]);
  expect(after.nextAt).toBe(added.nextAt);
  await run();
  expect(await ordersOf(nova)).toHaveLength(1);
});

test('S9.10 several workers place a round once', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(100_000);
  await add(nova, await world.pass(1_000));
  await makeDue();
  const [due] = await claimDueRounds(world.services.db);
  expect(await claimDueRounds(world.services.db)).toEqual([]);
  await Promise.all(Array.from({ length: 6 }, () => runRound(world.services, due!)));
  expect(await ordersOf(nova)).toHaveLength(1);
  expect((await only(nova)).rounds).toHaveLength(1);
});

test('S9.10 a worker that dies while it places a round neither loses it nor places it twice', async () => {
  await world.seller(500_000, 3);
  const nova = await world.buyer(100_000);
  const pass = await world.pass(1_000);
  await add(nova, pass);
  const deaths = [1, 3, 5, 8, 12, 16, 20, 24];
  for (const [index, statements] of deaths.entries()) {
    await makeDue(`${deaths.length - index} minutes`);
    const [due] = await claimDueRounds(world.services.db);
    const dying = openDyingPool(world.database.url, WORKER_ROLE, statements);
    await runRound({ ...world.services, db: dying.db }, due!).catch(() => undefined);
    await dying.close().catch(() => undefined);
    await runRound(world.services, due!);
    expect(await ordersOf(nova)).toHaveLength(index + 1);
  }
  expect(new Set((await only(nova)).rounds.map(({ outcome }) => outcome))).toEqual(new Set(['placed']));
});

test('S9.10 a round that cannot be placed is skipped with the reason, and three in a row pause it', async () => {
  const nova = await world.buyer(299);
  const pass = await world.pass(1_000);
  await add(nova, pass);
  await makeDue();
  await run();
  await world.seller(50_000, 3);
  await makeDue();
  await run();
  await world.control('PATCH', `/game/passes/${pass.id}`, { price: 900 });
  await makeDue();
  const [due] = await claimDueRounds(world.services.db);
  // what was read within the last minute is kept with the adapter
  await runRound({ ...world.services, game: { ...world.services.game } }, due!);
  const paused = await only(nova);
  expect(paused).toMatchObject({ pausedBecause: 'skipped', nextAt: null });
  const reasons = paused.rounds.map(({ reason }) => reason);
  expect(reasons.slice(1)).toEqual([
    'Your balance was too low',
    'No seller could fill it at $3.00 per 1,000 or less',
  ]);
  expect(reasons[0]).toContain('900 Robux');
  expect((await newsOf(nova)).slice(0, 3)).toEqual([
    expect.stringMatching(/^Standing order paused: 1,000 Robux, VIP: .*Three weeks in a row were skipped/),
    'Standing order skipped: 1,000 Robux, VIP: Your balance was too low. We try again next week.',
    expect.stringContaining('No seller could fill it at $3.00'),
  ]);
  const resumed = await nova.call('PATCH', `/api/standing-orders/${paused.id}`, { isPaused: false });
  expect(resumed.body).toMatchObject({ pausedBecause: null, nextAt: expect.any(String) });
  expect(await ordersOf(nova)).toEqual([]);
});

test('S9.15 a round over the limit of new buyers is skipped with a reason without figures, which has a translation', async () => {
  await setSetting(world.database, 'new_buyer_cap', { usd: 1 });
  await world.seller(50_000, 3);
  const nova = await world.buyer(10_000);
  await add(nova, await world.pass(1_000));
  await makeDue();
  await run();
  await setSetting(world.database, 'new_buyer_cap', { usd: null });
  const [round] = (await only(nova)).rounds;
  expect(round!.reason).toBe('Spending limit for new buyers reached');
});

test('S9.10 an emergency stop delays a round, and never doubles it', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(100_000);
  await add(nova, await world.pass(1_000));
  await makeDue('15 days');
  const [claimed] = await claimDueRounds(world.services.db);
  await setEmergencyStop(world.database, true);
  await runRound(world.services, claimed!);
  await makeDue('15 days');
  await run();
  expect([await ordersOf(nova), (await only(nova)).rounds]).toEqual([[], []]);
  await setEmergencyStop(world.database, false);
  await run();
  await run();
  expect(await ordersOf(nova)).toHaveLength(1);
  expect(new Date((await only(nova)).nextAt!).getTime()).toBeGreaterThan(Date.now());
});

test('a banned buyer buys nothing, and a paused or deleted standing order places nothing', async () => {
  await world.seller(50_000, 3);
  const [nova, bram, lyra] = [await world.buyer(9_000), await world.buyer(9_000), await world.buyer(9_000)];
  for (const who of [nova, bram, lyra]) await add(who, await world.pass(1_000));
  await makeDue();
  const claimed = await claimDueRounds(world.services.db);
  await world.database.asOwner('update users set is_banned = true where id = $1', [nova.id]);
  const paused = await only(bram);
  await bram.call('PATCH', `/api/standing-orders/${paused.id}`, { isPaused: true });
  await lyra.call('DELETE', `/api/standing-orders/${(await only(lyra)).id}`);
  for (const due of claimed) await runRound(world.services, due);
  const { rows } = await world.database.asOwner(
    'select count(*)::int as orders from orders where buyer_id = any ($1)',
    [[nova.id, bram.id, lyra.id]],
  );
  expect(rows).toEqual([{ orders: 0 }]);
  expect(await only(bram)).toMatchObject({ pausedBecause: 'person', rounds: [] });
  expect(await list(lyra)).toEqual([]);
});

test('S9.10 the gamepass must be on sale at the amount when a standing order is added', async () => {
  const nova = await world.buyer(0);
  const pass = await world.pass(1_000);
  const body = { robuxAmount: 900, ratePerThousand: 3, gamepassUrl: pass.url, weekday: 1, hour: 0 };
  const codeOf = async (more: object) =>
    (await nova.call('POST', '/api/standing-orders', { ...body, ...more })).body.code;
  expect(await codeOf({})).toBe('price_mismatch');
  expect(await codeOf({ weekday: 8 })).toBe('invalid_input');
  expect(await codeOf({ tz: 'Mars/Base' })).toBe('invalid_input');
  expect(await codeOf({ robuxAmount: 1_000, ratePerThousand: 7 })).toBe('invalid_amount');
});

test('a restored database pauses standing orders, because it does not know the latest rounds', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(9_000);
  const { id } = await add(nova, await world.pass(1_000));
  await makeDue();
  const [claimed] = await claimDueRounds(world.services.db);
  const { pausedStandingOrders } = await inTransaction(world.services.db, endRestoredAccess);
  expect(pausedStandingOrders).toBe(1);
  await runRound(world.services, claimed!);
  expect(await readStandingOrder(world.services.db, nova.id, id)).toMatchObject({
    pausedBecause: 'restored',
    nextAt: null,
    rounds: [],
  });
});

test('S9.10 no round buys during maintenance, when the buyer could not pause it', async () => {
  await world.seller(10_000, 2.5);
  const nova = await world.buyer(10_000);
  await add(nova, await world.pass(1_000));
  await makeDue();
  await maintain(true);
  await run();
  expect(await ordersOf(nova)).toEqual([]);
  await maintain(false);
  await run();
  expect(await ordersOf(nova)).toHaveLength(1);
});

test('S9.10 a buyer who became an admin, who may not buy, buys nothing by a standing order', async () => {
  await world.seller(10_000, 2.5);
  const nova = await world.buyer(10_000);
  await add(nova, await world.pass(1_000));
  await world.database.asOwner(`update users set role = 'admin' where id = $1`, [nova.id]);
  await makeDue();
  await run();
  expect(await ordersOf(nova)).toEqual([]);
});
