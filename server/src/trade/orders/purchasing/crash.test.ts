import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Called, Caller } from '../../../../test/app.ts';
import { setEmergencyStop } from '../../../../test/settings.ts';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import type { GamePlatform } from '../../../outside/game-platform.ts';

/** No worker runs here: each test does the worker's steps and stops them where it needs to. */
const world = useOrderWorld();

test('S4.11 after a worker dies between mark and act, the next worker buys the pass once', async () => {
  const { sela, nova, pass, placed } = await anOrder();
  await world.work(placed, {
    buyGamepass: async () => {
      throw new Error('killed');
    },
  });
  expect(await attempts(placed)).toEqual(['marked']);
  await workUntilFinal(nova, placed);
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
  expect((await world.gameAccount(sela)).robux).toBe(4_000);
  expect((await world.wallet(sela, 'seller')).posted).toBe(300);
});

test('S4.11 after a worker dies between act and record, the purchase is found and not repeated', async () => {
  const { sela, nova, pass, placed } = await anOrder();
  await world.work(placed, {
    buyGamepass: async (...args) => {
      await world.services.game.buyGamepass(...args);
      throw new Error('killed');
    },
  });
  expect(await attempts(placed)).toEqual(['marked']);
  expect((await world.gameAccount(sela)).robux).toBe(4_000);
  await workUntilFinal(nova, placed);
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
  expect(await attempts(placed)).toEqual(['bought']);
  expect((await world.wallet(sela, 'seller')).posted).toBe(300);
});

test('S4.11 ten workers on one order send one purchase', async () => {
  const { sela, nova, pass, placed } = await anOrder();
  await Promise.all(Array.from({ length: 10 }, () => world.work(placed)));
  await workUntilFinal(nova, placed);
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
  expect((await world.gameAccount(sela)).robux).toBe(4_000);
});

test('S4.11 an order whose purchase is lost twice without effect is reassigned', async () => {
  const { sela, nova, placed } = await anOrder({ ratePerThousand: 6 });
  const mira = await world.seller(5_000, 4);
  const lost: Partial<GamePlatform> = { buyGamepass: async () => ({ kind: 'unclear', detail: 'lost' }) };
  for (let tries = 0; (await world.accountIdOf(placed)) === sela.accountId && tries < 40; tries += 1) {
    await world.work(placed, lost);
    await sleep(100);
  }
  expect(await world.accountIdOf(placed)).toBe(mira.accountId);
  await workUntilFinal(nova, placed);
  expect((await world.gameAccount(sela)).robux).toBe(5_000);
  expect(await attempts(placed)).toEqual(['refused', 'bought']);
});

test('S4.11 an escalated order stays held, is shown as processing, and completes when the pass appears', async () => {
  const { sela, nova, pass, placed } = await anOrder();
  await world.work(placed, {
    buyGamepass: async () => {
      await world.control('PATCH', `/game/accounts/${sela.game.id}`, { robux: 4_999 });
      return { kind: 'unclear', detail: 'lost' };
    },
  });
  for (let checks = 0; checks < 8; checks += 1) {
    await world.work(placed);
    await sleep(200);
  }
  const { rows } = await world.database.asOwner('select status from orders where id = $1', [placed.body.id]);
  expect(rows).toEqual([{ status: 'manual' }]);
  const shown = await nova.call('GET', `/api/robux/orders/${placed.body.id}`);
  expect(shown.body).toMatchObject({ status: 'processing', failureReason: null });
  expect((await world.wallet(nova)).held).toBe(300);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'offline' });
  await world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
  await workUntilFinal(nova, placed);
  expect((await world.wallet(sela, 'seller')).posted).toBe(300);
});

test('S4.11 an escalated order that staff rejects is refunded', async () => {
  const { sela, nova, placed } = await anOrder();
  await world.work(placed, {
    buyGamepass: async () => {
      await world.control('PATCH', `/game/accounts/${sela.game.id}`, { robux: 4_999 });
      return { kind: 'unclear', detail: 'lost' };
    },
  });
  const admin = await world.signIn('ruth', 'admin');
  const reviewed = async () => {
    const { body } = await admin.call('GET', '/api/admin/reviews?kind=manual_order');
    return (body as unknown as { id: string; subjectId: string }[]).find(
      ({ subjectId }) => subjectId === placed.body.id,
    );
  };
  for (let checks = 0; checks < 20 && !(await reviewed()); checks += 1) {
    await world.work(placed);
    await sleep(200);
  }
  const ruling = { decision: 'reject', reason: 'The pass was never bought' };
  const path = `/api/admin/reviews/${(await reviewed())!.id}`;
  expect((await admin.call('POST', path, ruling)).status).toBe(200);
  const { body } = await nova.call('GET', `/api/robux/orders/${placed.body.id}`);
  expect(body).toMatchObject({ status: 'failed', failureReason: ruling.reason });
  expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
  expect(await attempts(placed)).toEqual(['refused']);
});

const CHANGES: [name: string, change: object, reason: RegExp][] = [
  [
    'gets more expensive',
    { price: 1_500 },
    /price \(1,500 Robux\) doesn't match the order amount \(1,000 Robux\)/,
  ],
  ['goes off sale', { isForSale: false }, /off sale/],
  ['gets another owner', { creatorId: 156_402_338 }, /owner or product changed/],
  ['moves to a group', { groupId: 7_003_114 }, /owner or product changed/],
  ['is deleted', { deleted: true }, /no longer exists/],
];
for (const [name, change, reason] of CHANGES) {
  test(`S4.11 a pass that ${name} after the order was placed is not bought, and the buyer is refunded`, async () => {
    const { nova, pass, placed } = await anOrder();
    await world.control('PATCH', `/game/passes/${pass.id}`, change);
    const order = await workUntilFinal(nova, placed, 'failed');
    expect(order.failureReason).toMatch(reason);
    expect(await world.purchasesSeen(pass)).toHaveLength(0);
    expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
  });
}

test('S4.11 a price that is raised between check and purchase is not paid', async () => {
  const { sela, nova, pass, placed } = await anOrder();
  await world.work(placed, {
    buyGamepass: async (...args) => {
      await world.control('PATCH', `/game/passes/${pass.id}`, { price: 1_143 });
      return world.services.game.buyGamepass(...args);
    },
  });
  const order = await workUntilFinal(nova, placed, 'failed');
  expect(order.failureReason).toContain('(1,143 Robux)');
  expect((await world.gameAccount(sela)).robux).toBe(5_000);
});

test('during an emergency stop no order is placed or processed, and afterwards processing continues', async () => {
  const { nova, pass, placed } = await anOrder();
  await setEmergencyStop(world.database, true);
  const refused = await world.order(nova, pass, 1_000);
  expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
  await world.work(placed);
  expect(await world.purchasesSeen(pass)).toHaveLength(0);
  await setEmergencyStop(world.database, false);
  await workUntilFinal(nova, placed);
});

test('the database refuses invalid changes of an order', async () => {
  const { nova, placed } = await anOrder();
  const change = (set: string) =>
    world.database.pg.query(`update orders set ${set} where id = $1`, [placed.body.id]);
  await expect(change(`status = 'completed', ended_at = now(), next_check_at = null`)).rejects.toThrow(
    'does not become',
  );
  await expect(change('robux_amount = 2000')).rejects.toThrow('does not change');
  await expect(change(`status = 'processing'`)).resolves.toMatchObject({ rowCount: 1 });
  await expect(change(`status = 'completed', ended_at = now(), next_check_at = null`)).rejects.toThrow(
    'has not been bought',
  );
  await workUntilFinal(nova, placed);
  await expect(change(`status = 'processing', ended_at = null, next_check_at = now()`)).rejects.toThrow(
    'does not become',
  );
  await expect(change('total_cents = 1')).rejects.toThrow('has ended');
  await expect(world.database.asOwner('delete from orders')).rejects.toThrow('never deleted');
  await expect(world.database.asOwner('delete from order_events')).rejects.toThrow('append-only');
});

async function anOrder(more: object = {}) {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const placed = await world.order(nova, pass, 1_000, more);
  expect(placed.status).toBe(201);
  return { sela, nova, pass, placed };
}

async function workUntilFinal(buyer: Caller, placed: Called, expected = 'completed') {
  for (let runs = 0; runs < 60; runs += 1) {
    await world.work(placed);
    const { body } = await buyer.call('GET', `/api/robux/orders/${placed.body.id}`);
    if (body.status === expected) return body as { failureReason: string };
    await sleep(100);
  }
  throw new Error(`the order did not become ${expected}`);
}

async function attempts(placed: Called): Promise<string[]> {
  const rows = await world.services.db
    .selectFrom('purchaseAttempts')
    .where('orderId', '=', String(placed.body.id))
    .select('state')
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
}
