import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlacementWorld, PASS, type PlacementWorld } from '../../../../test/placement-world.ts';
import { placeAlone } from './order-batcher.ts';
import type { PlacementRequest } from './placement-request.ts';

let world: PlacementWorld;
beforeAll(async () => {
  world = await openPlacementWorld();
});
afterAll(() => world.close());

const order = (buyerId: string, amount: number): PlacementRequest => ({
  buyerId,
  // no maximum rate, which the contract allows
  order: { robuxAmount: robux(amount), pass: PASS },
  keyed: null,
  authority: null,
});

test('a large order without a maximum rate is not refused because a small one is in the same batch', async () => {
  const [small, large, alone] = [
    await world.buyer(100_000),
    await world.buyer(100_000),
    await world.buyer(100_000),
  ];
  for (let n = 0; n < 8; n += 1) await world.stock(150, 200);
  await world.stock(50_000, 300);
  const services = { db: world.database.db, queue: world.queue, vault: world.vault };
  // alone, the order is placed
  const careful = await placeAlone(services, order(alone, 20_000)).catch((error: unknown) => error);
  expect(careful).toMatchObject({ status: 201 });
  // together with an unrelated small order it is placed too
  const outcomes = await world.place([order(small, 100), order(large, 20_000)], world.batchers[0]);
  expect(outcomes).toEqual([expect.stringMatching(/-/), expect.stringMatching(/-/)]);
});
