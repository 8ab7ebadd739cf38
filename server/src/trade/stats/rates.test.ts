import type { RateHistory } from '@sterling/contract/stats.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { daysAgo, orderAt } from '../../../test/past.ts';
import type { OnWire } from '../../../test/wire.ts';

type ShownRateHistory = OnWire<typeof RateHistory>;

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(() => world.clear());
afterAll(() => world.close());

async function rates(who: Caller, query = ''): Promise<ShownRateHistory> {
  const { body, status } = await who.call('GET', `/api/stats/rates${query}`);
  expect(status).toBe(200);
  return body as unknown as ShownRateHistory;
}

test('S8.06 the rate history sums everyone’s completed orders by day, with an average rate by volume', async () => {
  const [cheap, nova, mira] = [
    await world.seller(4_000, 2),
    await world.buyer(100_000),
    await world.signIn('mira'),
  ];
  await orderAt(world, daysAgo(40), nova.id, 1_000);
  await orderAt(world, daysAgo(3), nova.id, 3_000);
  await world.seller(100_000, 5);
  await orderAt(world, daysAgo(3), nova.id, 1_000);
  await orderAt(world, new Date(), nova.id, 500);
  expect((await world.order(nova, await world.pass(200), 200)).status).toBe(201);

  const { days, totals } = await rates(mira);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({
    date: new Date().toISOString().slice(0, 10),
    robux: 500,
    volume: 2.5,
    orders: 1,
    averageRate: 5,
  });
  // 3,000 at $2 and 1,000 at $5 are $11 for 4,000
  expect(days.at(-4)).toMatchObject({ robux: 4_000, volume: 11, orders: 2, averageRate: 2.75 });
  expect(days.at(-2)).toMatchObject({ robux: 0, volume: 0, orders: 0, averageRate: null });
  // $13.50 against $2.00 in the 30 days before
  expect(totals).toEqual({ robux: 4_500, volume: 13.5, orders: 3, averageRate: 3, volumeChange: 575 });
  expect((await rates(mira, '?days=7')).totals).toMatchObject({ orders: 3, volumeChange: null });
  expect((await rates(mira, '?days=90')).totals).toMatchObject({ orders: 4, volumeChange: null });
  expect(JSON.stringify(await rates(mira))).not.toContain(cheap.id);
});

test('a split order counts once, at the end of its last part', async () => {
  const [, nova] = [await world.seller(100_000, 2), await world.buyer(100_000)];
  const before = await rates(nova);
  const parts = [
    await orderAt(world, daysAgo(12), nova.id, 1_000),
    await orderAt(world, daysAgo(10), nova.id, 500),
  ];
  for (const [part, id] of parts.entries())
    await world.database.asOwner(
      `set session_replication_role = replica; update orders set split_id = '${parts[0]}', part = ${part + 1} where id = '${id}'`,
    );
  const { days, totals } = await rates(nova);
  expect([days.at(-13), days.at(-11)]).toMatchObject([
    { robux: 1_000, orders: 0 },
    { robux: 500, orders: 1 },
  ]);
  expect(totals.orders - before.totals.orders).toBe(1);
});

test('S8.06 days follow the requested time zone, and other spans are refused', async () => {
  const who = await world.signIn('mira');
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    const { days } = await rates(who, `?days=7&tz=${encodeURIComponent(zone)}`);
    expect(days.map(({ date }) => date)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((back) => local.format(daysAgo(back))),
    );
  }
  for (const query of ['days=8', 'days=0', 'days=', 'tz=Nowhere/Land']) {
    expect((await who.call('GET', `/api/stats/rates?${query}`)).status).toBe(400);
  }
});
