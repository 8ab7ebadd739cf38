import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { GamePlatform, PurchaseReason } from '../src/outside/game-platform.ts';
import type { Caller } from './app.ts';
import type { OrderWorld } from './order-world.ts';
import { stepNow } from './steps.ts';

/** An order whose purchase was marked, and whose answer was lost before it had an effect. */
export async function lostPurchase(
  world: OrderWorld,
  firstAnswer: GamePlatform['buyGamepass'] = async () => ({ kind: 'unclear', detail: 'lost' }),
) {
  const sela = await world.seller(5_000, 2);
  const mira = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  expect(placed.body.accountId).toBe(sela.accountId);
  const id = String(placed.body.id);
  const work = (game: Partial<GamePlatform> = {}) =>
    stepNow({ ...world.orderServices, game: { ...world.services.game, ...game } }, id);
  const takeEffect = async () => {
    if ((await world.gameAccount(sela)).owns.includes(pass.id)) return;
    await world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
  };
  await work({ buyGamepass: firstAnswer });
  const read = () => readOrder(nova, id);
  return {
    sela,
    mira,
    nova,
    pass,
    id,
    work,
    takeEffect,
    /** One check that finds nothing. The next check may decide that nothing was bought. */
    lookOnce: async () => {
      await work();
      await sleep(1_100);
    },
    workUntil: (game: Partial<GamePlatform>, status: string) =>
      until(
        () => work(game),
        async () => (await read()).status === status,
      ),
    workUntilSaid: (game: Partial<GamePlatform>, what: string) =>
      until(
        () => work(game),
        async () => (await read()).events.some((event) => event.what === what),
      ),
    attempts: () =>
      world.services.db
        .selectFrom('purchaseAttempts')
        .where('orderId', '=', id)
        .selectAll()
        .orderBy('id')
        .execute(),
    statusInside: async () =>
      (await world.database.asOwner('select status from orders where id = $1', [id])).rows[0].status,
    isPaidOnce: async () => {
      expect((await read()).accountId).toBe(sela.accountId);
      expect((await world.gameAccount(sela)).robux).toBe(4_000);
      expect((await world.gameAccount(mira)).robux).toBe(5_000);
      expect((await world.wallet(sela, 'seller')).posted).toBe(200);
      expect(await world.wallet(nova)).toEqual({ posted: 800, held: 0, available: 800 });
    },
  };
}

/** A refusal of Roblox. */
export const refused = (reason: PurchaseReason) =>
  ({ kind: 'refused', reason, shortfall: null, restriction: null }) as const;

async function until(step: () => Promise<unknown>, isSo: () => Promise<boolean>): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    await step();
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error('it never came to that');
}

interface Shown {
  readonly status: string;
  readonly accountId: string;
  readonly events: readonly { what: string }[];
}
const readOrder = async (who: Caller, id: string) =>
  (await who.call('GET', `/api/robux/orders/${id}`)).body as unknown as Shown;
