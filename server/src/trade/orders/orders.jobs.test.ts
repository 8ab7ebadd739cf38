import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Called } from '../../../test/app.ts';
import type { Seller } from '../../../test/order-world.ts';
import type { SandboxAccount, SandboxPass } from '../../../test/sandbox.ts';
import { useOrderWorld } from '../../../test/use-order-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { enqueueAll } from '../../platform/jobs/queue.ts';
import { followOrders } from './orders.jobs.ts';

const world = useOrderWorld();

/** Orders of different sellers with one job each, and jobs with the other ids. */
async function placeWithJobs(prices: readonly number[], ...others: string[]) {
  const nova = await world.buyer(10_000);
  for (const _ of prices) await world.seller(1_000, 2);
  const passes = await Promise.all(prices.map((price) => world.pass(price)));
  const placed = await Promise.all(passes.map((pass, index) => world.order(nova, pass, prices[index]!)));
  const orderIds = placed.map(({ body }) => String(body.id));
  await world.database.asOwner('delete from pgboss.job');
  // keep the orders from being restarted as due
  await world.database.asOwner(
    `update orders set next_check_at = now() + interval '1 hour' where ended_at is null`,
  );
  const { db, queue } = world.orderServices;
  const jobs = [...others, ...orderIds].map((orderId) => ({ orderId }));
  await inTransaction(db, (tx) => enqueueAll(tx, queue, 'orders.buy-gamepass', jobs));
  return { nova, passes, placed, orderIds };
}

const slow = (path: string, times: number) =>
  world.control('POST', '/faults', {
    service: 'game-platform',
    method: 'POST',
    path,
    kind: 'slow',
    seconds: 4,
    times,
  });

test('rare day 6: a seller holds at most half of the slots, and waiting orders do not block those of other sellers', async () => {
  const sela = await world.seller(1_800, 2);
  for (let made = 1; made < 8; made += 1) await addAccount(sela);
  await world.seller(5_000, 3);
  const nova = await world.buyer(10_000);
  const passes: SandboxPass[] = [];
  const placed: Called[] = [];
  // each of sela's accounts has Robux for one order, so the last order goes to the other seller
  for (let made = 0; made < 9; made += 1) {
    passes.push(await world.pass(1_000 + made));
    placed.push(await world.order(nova, passes[made]!, 1_000 + made, { ratePerThousand: 3 }));
  }
  const slowPasses = passes.slice(0, 8);
  const started = async () => (await Promise.all(slowPasses.map(world.purchasesSeen))).flat().length;
  const completed = async () => {
    const { rows } = await world.database.asOwner(
      `select from orders where seller_id = $1 and status = 'completed'`,
      [sela.id],
    );
    return rows.length;
  };
  for (const pass of slowPasses) await slow(`/${pass.productId}/purchase`, 1);
  const stop = follow({ maxConcurrentOrders: 8 });
  try {
    expect((await world.final(nova, placed[8]!)).status).toBe('completed');
    expect(await completed()).toBeLessThan(8);
    let slots = 0;
    const watched = async () => {
      slots = Math.max(slots, (await started()) - (await completed()));
      return completed();
    };
    await expect.poll(watched, { timeout: 50_000 }).toBe(8);
    expect(slots).toBe(4);
  } finally {
    await stop();
  }
}, 60_000);

let added = 0;
async function addAccount(seller: Seller): Promise<void> {
  added += 1;
  const body = { username: `spare_${added}`, robux: 1_800 };
  const game = await world.control<SandboxAccount>('POST', '/game/accounts', body);
  const account = { cookie: game.cookie, ratePerThousand: 2 };
  expect((await seller.call('POST', '/api/roblox-accounts', account)).status).toBe(201);
}

function follow(limits: { maxConcurrentOrders?: number } = {}) {
  const stopping = new AbortController();
  const following = followOrders({ ...world.orderServices, ...limits }, stopping.signal);
  return async () => {
    stopping.abort();
    await following;
  };
}

test('a slow purchase does not delay other orders, and a job without an order does nothing', async () => {
  const { nova, passes, placed, orderIds } = await placeWithJobs([500, 600, 700], randomUUID());
  await slow(`/${passes[0]!.productId}/purchase`, 1);
  const stop = follow();
  try {
    const others = await Promise.all(placed.slice(1).map((one) => world.final(nova, one)));
    expect(others.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const first = await nova.call('GET', `/api/robux/orders/${orderIds[0]}`);
    expect(first.body.status).toBe('processing');
    expect((await world.final(nova, placed[0]!)).status).toBe('completed');
  } finally {
    await stop();
  }
});

test('a worker processes a limited number of orders concurrently, and leaves the others to the next worker when it stops', async () => {
  const { nova, passes, placed } = await placeWithJobs(Array.from({ length: 10 }, (_, index) => 500 + index));
  const bought = async () => (await Promise.all(passes.map(world.purchasesSeen))).flat().length;
  await slow('/purchase', 10);
  const stop = follow({ maxConcurrentOrders: 8 });
  try {
    await expect.poll(bought, { timeout: 20_000 }).toBe(8);
  } finally {
    await stop();
  }
  expect(await bought()).toBe(8);
  await world.database.asOwner('update orders set next_check_at = now() where ended_at is null');
  const stopNext = follow();
  try {
    const all = await Promise.all(placed.map((one) => world.final(nova, one)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['completed']));
    expect(await bought()).toBe(10);
  } finally {
    await stopNext();
  }
});

test('rare day 5: a free worker fetches jobs that become due without a notification', async () => {
  const { nova, placed, orderIds } = await placeWithJobs([500, 600, 700]);
  await world.database.asOwner('delete from pgboss.job');
  const { queue } = world.orderServices;
  const stop = follow();
  try {
    for (const [index, orderId] of orderIds.entries())
      await queue.send('orders.buy-gamepass', { orderId }, { startAfter: index + 1 });
    const all = await Promise.all(placed.map((one) => world.final(nova, one)));
    expect(all.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const { rows } = await world.database.asOwner(
      'select max(extract(epoch from started_on - start_after))::float8 as waited from pgboss.job',
    );
    expect(rows[0].waited).toBeLessThan(1);
  } finally {
    await stop();
  }
});

test('rare day 5: all orders that wait for Roblox hold one database connection together', async () => {
  const { nova, passes, placed } = await placeWithJobs(Array.from({ length: 12 }, (_, index) => 800 + index));
  const bought = async () => (await Promise.all(passes.map(world.purchasesSeen))).flat().length;
  await slow('/purchase', 12);
  const stop = follow();
  try {
    await expect.poll(bought, { timeout: 20_000 }).toBe(12);
    const { pg } = world.services;
    await expect.poll(() => pg.totalCount - pg.idleCount, { timeout: 5_000 }).toBeLessThan(4);
    const all = await Promise.all(placed.map((one) => world.final(nova, one)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['completed']));
  } finally {
    await stop();
  }
});

test('rare day 11: several jobs of one order use up one try', async () => {
  const { orderIds } = await placeWithJobs([500]);
  const { db, queue } = world.orderServices;
  const again = Array.from({ length: 5 }, () => ({ orderId: orderIds[0]! }));
  await inTransaction(db, (tx) => enqueueAll(tx, queue, 'orders.buy-gamepass', again));
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: '/currency',
    kind: 'status',
    status: 429,
    times: 100,
    headers: { 'retry-after': '40' },
  });
  // one after the other, so that no job finds the lock taken
  const stop = follow({ maxConcurrentOrders: 1 });
  const open = async () => {
    const { rows } = await world.database.asOwner("select from pgboss.job where state <> 'completed'");
    return rows.length;
  };
  try {
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
  } finally {
    await stop();
  }
  const order = await db.selectFrom('orders').where('id', '=', orderIds[0]!).selectAll().executeTakeFirst();
  expect(order).toMatchObject({ tries: 1, status: 'pending' });
  expect(order!.nextCheckAt!.getTime()).toBeGreaterThan(Date.now() + 20_000);
});

test('an order checks the unclear purchase that blocks its account, so that many waiting orders do not starve it', async () => {
  await world.seller(5_000, 2);
  const nova = await world.buyer(10_000);
  const [first, second] = [await world.pass(500), await world.pass(600)];
  const [blocking, waiting] = [await world.order(nova, first, 500), await world.order(nova, second, 600)];
  await world.work(blocking, { buyGamepass: async () => ({ kind: 'unclear', detail: 'lost' }) });
  const statuses = async () => {
    const orders = [blocking, waiting].map(({ body }) => nova.call('GET', `/api/robux/orders/${body.id}`));
    return (await Promise.all(orders)).map(({ body }) => body.status);
  };

  // its next check is not due yet
  await world.work(waiting);
  expect(await statuses()).toEqual(['processing', 'pending']);

  await world.database.asOwner(`update purchase_attempts set
    marked_at = marked_at - interval '1 minute', call_ended_at = call_ended_at - interval '1 minute'`);
  await world.database.asOwner('update orders set next_check_at = now() where id = $1', [blocking.body.id]);
  await world.work(waiting);
  expect(await statuses()).toEqual(['completed', 'completed']);
});
