import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { insertWaiting } from '../../../test/rows.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { foldQueueCounts } from './pre-orders.ts';

/** A queue of 50,000 pre-orders. Reading it must not count it. */
const WAITING = 50_000;
const OTHERS = 249;
let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
  nova = await world.signIn('nova');
  const { rows } = await world.database.asOwner(
    `insert into users (username, joined_at) select 'waiting' || n, now() from generate_series(1, $1::int) n returning id`,
    [OTHERS],
  );
  await insertWaiting(world.database, [nova.id, ...rows.map(({ id }) => id)], WAITING);
  await world.database.asOwner('vacuum analyze pre_orders');
});
afterAll(() => world.close());

async function counted(): Promise<{ id: string; position: number }[]> {
  const { rows } = await world.database.asOwner(
    `select id, position::int from (select id, buyer_id, rank() over (order by place) as position from pre_orders where status = 'waiting') w
     where buyer_id = $1 order by position desc`,
    [nova.id],
  );
  return rows;
}

const shown = async () => {
  const { body } = await nova.call('GET', '/api/pre-orders');
  return (body as unknown as { id: string; position: number }[]).map(({ id, position }) => ({
    id,
    position,
  }));
};

test('access 8: the positions of 200 pre-orders in a queue of 50,000 are right, and are read in milliseconds', async () => {
  expect(await shown()).toEqual(await counted());
  await foldQueueCounts(world.services.db);
  const began = performance.now();
  const positions = await shown();
  expect(performance.now() - began).toBeLessThan(500);
  expect(positions).toEqual(await counted());
  expect(positions[0]!.position).toBeGreaterThan(WAITING - OTHERS - 1);
});

test('access 8: positions follow what leaves the queue, before and after the counts are folded', async () => {
  await world.database.asOwner(
    `update pre_orders set status = 'closed', waits_for = null, close_reason = 'x' where place % 3 = 1 and buyer_id <> $1`,
    [nova.id],
  );
  expect(await shown()).toEqual(await counted());
  await Promise.all([foldQueueCounts(world.services.db), foldQueueCounts(world.services.db), shown()]);
  expect(await shown()).toEqual(await counted());
  const { rows } = await world.database.asOwner('select count(*)::int from pre_order_block_changes');
  expect(rows).toEqual([{ count: 0 }]);
  expect(await proveBooks(world.database.db)).toEqual([]);
  const wrongCount = 'update pre_order_blocks set waiting = waiting + 1 where block = 3';
  expect(await differencesAfter(world.database, wrongCount)).toMatchObject([{ subject: '3' }]);
});

test('access 8: all pages of the queue come from one snapshot, and the last page costs no more than the first', async () => {
  const { rows } = await world.database.asOwner(
    `select id from pre_orders where status = 'waiting' order by place`,
  );
  const rebuilds = () =>
    world.services.snapshots.figures().find(({ name }) => name === '/api/pre-orders/live')!.rebuilds;
  const page = async (number: number) => {
    const { body, headers } = await nova.call('GET', `/api/pre-orders/live?page=${number}&pageSize=100`);
    expect(headers['x-total-count']).toBe(String(rows.length));
    return (body.preOrders as { id: string }[]).map(({ id }) => id);
  };
  const idsOn = (number: number) => rows.slice(100 * (number - 1), 100 * number).map(({ id }) => id);
  const last = Math.ceil(rows.length / 100);
  await page(1);
  const before = rebuilds();
  const began = performance.now();
  for (const number of [1, 2, 10, 11, 12, 57, 200, last, last + 1]) {
    expect(await page(number)).toEqual(idsOn(number));
  }
  for (let number = 1; number <= 60; number += 1) await page(number);
  // the answer is read again when it is two seconds old, but never because of another page
  expect(rebuilds() - before).toBeLessThanOrEqual(2 + (performance.now() - began) / 1_000);
});
