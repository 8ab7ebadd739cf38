import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { GamePlatform } from '../src/outside/game-platform.ts';
import type { Caller } from './app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from './order-world.ts';
import { stepNow } from './steps.ts';
import type { OnWire } from './wire.ts';

type ShownRobuxOrder = OnWire<typeof RobuxOrder>;

type Pass = Awaited<ReturnType<OrderWorld['pass']>>;

/** A world without a worker. Each test runs the jobs part by part and can interrupt them anywhere. */
export interface SplitWorld {
  readonly world: OrderWorld;
  /** Creates sellers with the given Robux each, and an order that needs all of them. */
  splitOrder(
    robux: readonly number[],
    amount: number,
    ratePerThousand?: number,
  ): Promise<{ sellers: Seller[]; nova: Caller; pass: Pass; id: string }>;
  placed(nova: Caller, pass: Pass, amount: number, more?: object): Promise<ShownRobuxOrder>;
  /** Ids of the open parts, in order. */
  open(): Promise<string[]>;
  /** Runs the job of the first open part once. */
  step(game?: Partial<GamePlatform>): Promise<void>;
  workUntilOver(): Promise<void>;
  read(who: Caller, id: string): Promise<ShownRobuxOrder>;
  sold(seller: Seller): Promise<ShownRobuxOrder[]>;
}

/** Opens the world for one test file. After each test it proves the books and that no cookie is left. */
export function useSplitWorld(): SplitWorld {
  const split = {} as { world: OrderWorld } & SplitWorld;
  beforeAll(async () => {
    split.world = await openOrderWorld({ worker: false });
  });
  afterEach(async () => {
    const { world } = split;
    expect(await world.differences()).toEqual([]);
    expect(await world.services.db.selectFrom('orderCookies').select('orderId').execute()).toEqual([]);
    await world.clear();
  });
  afterAll(() => split.world.close());
  return Object.assign(split, helpersOf(split));
}

function helpersOf(split: SplitWorld): Omit<SplitWorld, 'world'> {
  return {
    splitOrder: async (robux, amount, ratePerThousand = 3) => {
      const { world } = split;
      const sellers: Seller[] = [];
      for (const one of robux) sellers.push(await world.seller(one, ratePerThousand));
      const nova = await world.buyer(1_000);
      const pass = await world.pass(40);
      return { sellers, nova, pass, id: (await split.placed(nova, pass, amount)).id };
    },
    placed: async (nova, pass, amount, more = {}) => {
      const answer = await split.world.order(nova, pass, amount, { buyerCookie: pass.ownerCookie, ...more });
      expect([answer.status, answer.body.message]).toEqual([201, undefined]);
      return answer.body as unknown as ShownRobuxOrder;
    },
    open: async () => {
      const open = split.world.services.db.selectFrom('orders').where('endedAt', 'is', null);
      return (await open.select('id').orderBy('part').execute()).map(({ id }) => id);
    },
    step: async (game = {}) => {
      const { orderServices, services } = split.world;
      const [first] = await split.open();
      const stepServices = {
        ...orderServices,
        effectLimits: { afterCallMs: 50, afterMarkMs: 50 },
        game: { ...services.game, ...game },
      };
      if (first) await stepNow(stepServices, first);
    },
    workUntilOver: async () => {
      for (let steps = 0; (await split.open()).length > 0; steps += 1) {
        if (steps > 60) throw new Error('the order does not end');
        await split.step();
      }
    },
    read: async (who, id) =>
      (await who.call('GET', `/api/robux/orders/${id}`)).body as unknown as ShownRobuxOrder,
    sold: async (seller) =>
      (await seller.call('GET', '/api/robux/orders')).body as unknown as ShownRobuxOrder[],
  };
}
