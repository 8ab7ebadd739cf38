import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveQueue, PreOrder } from '@sterling/contract/pre-orders.ts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { followPreOrders } from '../src/trade/pre-orders/pre-orders.jobs.ts';
import type { Called, Caller } from './app.ts';
import { ASK_AGAIN_MS, type OrderWorld, openOrderWorld } from './order-world.ts';
import { endQueue } from './pre-orders.ts';
import type { SandboxPass } from './sandbox.ts';
import type { OnWire } from './wire.ts';

type ShownLiveQueue = OnWire<typeof LiveQueue>;
type ShownPreOrder = OnWire<typeof PreOrder>;

export interface PreOrderWorld extends OrderWorld {
  /** Pre-orders 1,000 Robux at up to 4.00; `more` overrides fields. */
  preOrder(buyer: Caller, pass: SandboxPass, more?: object, key?: string): Promise<Called>;
  own(buyer: Caller): Promise<ShownPreOrder[]>;
  /** Waits until the buyer's only pre-order meets a condition. */
  once(buyer: Caller, isSo: (preOrder: ShownPreOrder) => boolean): Promise<ShownPreOrder>;
  /** Waits for the final order of a buyer's only pre-order. */
  bought(buyer: Caller): ReturnType<OrderWorld['final']>;
  live(reader: Caller): Promise<ShownLiveQueue>;
  /** Makes the checks of gamepasses due now instead of in half a minute. */
  checkPassesNow(): Promise<unknown>;
}

/** Opens the product with its order and pre-order jobs running. Each test starts with an empty queue. */
export function usePreOrders(): PreOrderWorld {
  const world = {} as PreOrderWorld;
  const stopping = new AbortController();
  let following: Promise<void>;
  beforeAll(async () => {
    Object.assign(world, await openOrderWorld());
    Object.assign(world, helpersOf(world));
    following = followPreOrders(world.services, stopping.signal);
  });
  afterEach(async () => {
    expect(await world.differences()).toEqual([]);
    await world.clear();
    await endQueue(world.services);
  });
  afterAll(async () => {
    stopping.abort();
    await following;
    await world.close();
  });
  return world;
}

const GIVE_UP_AFTER_MS = 60_000;

function helpersOf(world: PreOrderWorld): Partial<PreOrderWorld> {
  return {
    preOrder: (buyer, pass, more = {}, key) => {
      const body = { robuxAmount: 1_000, maxRatePerThousand: 4, gamepassUrl: pass.url, ...more };
      return buyer.call('POST', '/api/pre-orders', body, key ? { 'idempotency-key': key } : {});
    },
    own: async (buyer) => (await buyer.call('GET', '/api/pre-orders')).body as unknown as ShownPreOrder[],
    once: async (buyer, isSo) => {
      const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
      for (;;) {
        const [only] = await world.own(buyer);
        if (isSo(only!)) return only!;
        if (Date.now() > giveUpAt) throw new Error(`still ${JSON.stringify(only)}`);
        await sleep(ASK_AGAIN_MS);
      }
    },
    bought: async (buyer) => {
      const { orderId } = await world.once(buyer, ({ status }) => status === 'matched');
      return world.final(buyer, { status: 0, headers: {}, body: { id: orderId } });
    },
    live: async (reader) =>
      (await reader.call('GET', '/api/pre-orders/live')).body as unknown as ShownLiveQueue,
    checkPassesNow: () =>
      world.services.db
        .updateTable('preOrders')
        .set({ nextCheckAt: new Date() })
        .where('waitsFor', '=', 'pass')
        .execute(),
  };
}
