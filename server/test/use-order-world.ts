import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type OrderWorld, openOrderWorld } from './order-world.ts';

/**
 * Opens a world for one test file. By default it is an order world without a worker, so each test takes the steps itself. After each
 * test it proves the books and clears the market.
 */
export function useOrderWorld(): OrderWorld;
export function useOrderWorld<World extends OrderWorld>(open: () => Promise<World>): World;
export function useOrderWorld(open = () => openOrderWorld({ worker: false })): OrderWorld {
  const world = {} as OrderWorld;
  beforeAll(async () => {
    Object.assign(world, await open());
  });
  afterEach(async () => {
    expect(await world.differences()).toEqual([]);
    await world.clear();
  });
  afterAll(() => world.close());
  return world;
}
