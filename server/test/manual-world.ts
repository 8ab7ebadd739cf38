import type { Caller } from './app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from './order-world.ts';
import type { SandboxPass } from './sandbox.ts';
import { stepNow } from './steps.ts';
import { useOrderWorld } from './use-order-world.ts';

export interface ShownOrder {
  readonly status: string;
  readonly failureReason: string | null;
  readonly deadline?: string;
  readonly storeUrl?: string;
  readonly events: readonly { what: string; until?: string }[];
}

export interface HandOrder {
  readonly sela: Seller;
  readonly nova: Caller;
  readonly pass: SandboxPass & { readonly ownerCookie: string; readonly ownerId: number };
  readonly id: string;
}

export interface ManualWorld extends OrderWorld {
  /** An order of nova that sela has to buy by hand at $2 per 1000. */
  handOrder(more?: object): Promise<HandOrder>;
  /** Sets the seller's account to manual. */
  byHand(seller: Seller): Promise<Seller>;
  /** Runs one check of the order, as a worker does. */
  check(id: string): Promise<void>;
  /** Runs checks that are far enough apart to count. */
  checkSpaced(id: string, times: number): Promise<void>;
  /** Arms a fault of Roblox. */
  fault(order: object): Promise<unknown>;
  /** Roblox answers the next questions about ownership like this. */
  ownershipIs(owns: boolean, times: number): Promise<unknown>;
  /** The seller buys the pass in their own browser. */
  bought(seller: Seller, pass: SandboxPass): Promise<unknown>;
  /** Lets time pass for one order: shifts its times into the past. */
  later(id: string, seconds: number): Promise<void>;
  /** Lets time pass until the deadline and its grace are over. */
  late(id: string): Promise<void>;
  /** Runs checks until a missing purchase is certain. */
  runOutOfTime(id: string): Promise<void>;
  read(who: Caller, id: string): Promise<ShownOrder>;
}

/** Opens the world for one test file. After each test it proves the books. */
export const useManualWorld = (): ManualWorld => useOrderWorld(openManualWorld);

/** An order world without a worker: each test starts the checks itself. */
export async function openManualWorld(): Promise<ManualWorld> {
  const world = await openOrderWorld({ worker: false });
  const check = (id: string) => stepNow(world.orderServices, id);
  const later = (id: string, seconds: number) => passTime(world, id, seconds);
  const fault = (order: object) => world.control('POST', '/faults', { service: 'game-platform', ...order });
  const late = async (id: string) => {
    const { rows } = await world.database.asOwner(
      'select extract(epoch from manual_deadline - now())::float as left from orders where id = $1',
      [id],
    );
    await later(id, rows[0].left + GRACE_SECONDS);
  };
  const byHand = async (seller: Seller) => {
    const path = `/api/roblox-accounts/${seller.accountId}`;
    const { body } = await seller.call('PUT', path, { fulfilment: 'manual' });
    if (body.fulfilment !== 'manual') throw new Error(JSON.stringify(body));
    return seller;
  };
  return {
    ...world,
    check,
    later,
    late,
    byHand,
    handOrder: async (more = {}) => {
      const sela = await byHand(await world.seller(5_000, 2));
      const nova = await world.buyer(1_000);
      const pass = await world.pass(1_000);
      const placed = await world.order(nova, pass, 1_000, more);
      if (placed.body.accountId !== sela.accountId) throw new Error(JSON.stringify(placed.body));
      const id = String(placed.body.id);
      await check(id);
      return { sela, nova, pass, id };
    },
    checkSpaced: async (id, times) => {
      for (let done = 0; done < times; done += 1) {
        await check(id);
        await later(id, SPACING_SECONDS);
      }
    },
    fault,
    ownershipIs: (body, times) => fault({ path: 'is-owned', kind: 'status', status: 200, body, times }),
    bought: ({ game }, pass) => world.control('POST', '/game/buy', { accountId: game.id, passId: pass.id }),
    runOutOfTime: async (id) => {
      await late(id);
      await check(id);
      await later(id, SPACING_SECONDS);
      await check(id);
    },
    read: async (who, id) => (await who.call('GET', `/api/robux/orders/${id}`)).body as unknown as ShownOrder,
  };
}

/** 2 minutes of grace, and a margin. */
const GRACE_SECONDS = 125;
export const SPACING_SECONDS = 31;

async function passTime({ database }: OrderWorld, id: string, seconds: number): Promise<void> {
  const shift = `- ${seconds} * interval '1 second'`;
  await database.asOwner(`update orders set manual_deadline = manual_deadline ${shift} where id = $1`, [id]);
  await database.asOwner(
    `update manual_orders set given_at = given_at ${shift}, checked_at = checked_at ${shift} where order_id = $1`,
    [id],
  );
  await database.asOwner(
    `update emergency_stops set started_at = started_at ${shift} where ended_at is null`,
  );
}
