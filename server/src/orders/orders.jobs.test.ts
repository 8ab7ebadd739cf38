import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../test/order-world.ts';
import { inTransaction } from '../db/pool.ts';
import { enqueue } from '../jobs/queue.ts';
import { followOrders } from './orders.jobs.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());

test('a job carries out each order that it names; none waits for one whose purchase takes long, and what is no order is nothing', async () => {
  const nova = await world.buyer(10_000);
  const prices = [500, 600, 700];
  for (const _ of prices) await world.seller(1_000, 2);
  const passes = await Promise.all(prices.map((price) => world.pass(price)));
  const placed = await Promise.all(passes.map((pass, index) => world.order(nova, pass, prices[index]!)));
  const orderIds = placed.map(({ body }) => String(body.id));
  await world.database.asOwner('delete from pgboss.job_common');
  // nobody else comes by
  await world.database.asOwner(`update orders set look_at = now() + interval '1 hour'`);
  const path = `/${passes[0]!.productId}/purchase`;
  await world.control('POST', '/faults', {
    ...{ service: 'game-platform', method: 'POST', path, kind: 'slow', seconds: 4 },
  });
  const { db, queue } = world.orderServices;
  await inTransaction(db, (tx) =>
    enqueue(tx, queue, 'orders.buy-gamepass', { orderIds: [randomUUID(), ...orderIds] }),
  );
  const stopping = new AbortController();
  const following = followOrders(world.orderServices, stopping.signal);
  try {
    const others = await Promise.all(placed.slice(1).map((one) => world.final(nova, one)));
    expect(others.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const first = await nova.call('GET', `/api/robux/orders/${orderIds[0]}`);
    expect(first.body.status).toBe('processing');
    expect((await world.final(nova, placed[0]!)).status).toBe('completed');
    expect(await world.differences()).toEqual([]);
  } finally {
    stopping.abort();
    await following;
  }
});
