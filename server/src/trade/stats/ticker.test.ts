import type { RateHistory } from '@sterling/contract/stats.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { daysAgo, orderAt } from '../../../test/past.ts';
import type { OnWire } from '../../../test/wire.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(() => world.clear());
afterAll(() => world.close());

test('S8.06 the ticker has the latest rate, its change in 24 hours, the latest trades and the own position', async () => {
  const sela = await world.seller(2_000, 2);
  const nova = await world.buyer(10_000);
  const ticker = async (who: Caller) => (await who.call('GET', '/api/stats/ticker')).body;
  expect(await ticker(nova)).toEqual({ last: null, change: null, trades: [], position: null });
  await orderAt(world, daysAgo(2), nova.id, 2_000);
  const [mira, theo] = [await world.seller(5_000, 3), await world.seller(5_000, 3.5)];
  await orderAt(world, new Date(), nova.id, 500);
  const { trades, ...rest } = await ticker(nova);
  expect(rest).toEqual({ last: 3, change: 50, position: null });
  expect(trades).toMatchObject([
    { robux: 500, rate: 3 },
    { robux: 2_000, rate: 2 },
  ]);
  expect((await ticker(theo)).position).toEqual({ rank: 2, rate: 3.5, aboveBest: 0.5 });
  expect((await ticker(mira)).position).toEqual({ rank: 1, rate: 3, aboveBest: 0 });
  // sold out
  expect((await ticker(sela)).position).toBeNull();
});

test('S8.06 one day is counted by hour', async () => {
  const nova = await world.buyer(10_000);
  await world.seller(4_000, 2);
  await orderAt(world, new Date(Date.now() - 3 * 3_600_000), nova.id, 1_000);
  const { days, totals } = (await nova.call('GET', '/api/stats/rates?days=1')).body as unknown as OnWire<
    typeof RateHistory
  >;
  expect(days).toHaveLength(24);
  expect(days.at(-1)!.date).toBe(`${new Date().toISOString().slice(0, 13)}:00`);
  expect(days.at(-4)).toMatchObject({ robux: 1_000, volume: 2, orders: 1, averageRate: 2 });
  expect(totals).toMatchObject({ orders: 2, volumeChange: null });
});
