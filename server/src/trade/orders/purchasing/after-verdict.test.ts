import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import type { GamePlatform } from '../../../outside/game-platform.ts';
import { lookForLatePurchases } from '../manual/late-purchases.jobs.ts';

/**
 * A purchase whose answer was lost, and that Roblox shows only after two quiet checks have closed it and the order has moved on. For
 * purchases by hand and for those that staff rejected, Sterling looks for a day.
 */
const world = useOrderWorld();

const lost: Partial<GamePlatform> = { buyGamepass: async () => ({ kind: 'unclear', detail: 'lost' }) };

async function lostTwice({ hasOther }: { hasOther: boolean }) {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(10_000);
  const pass = await world.pass(1_000);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  if (hasOther) await world.seller(5_000, 4);
  const isOver = async () =>
    (await world.accountIdOf(placed)) !== sela.accountId ||
    (await nova.call('GET', `/api/robux/orders/${placed.body.id}`)).body.status === 'failed';
  for (let tries = 0; !(await isOver()) && tries < 60; tries += 1) {
    await world.work(placed, lost);
    await sleep(100);
  }
  expect(await isOver()).toBe(true);
  return { sela, nova, pass, placed };
}

test.each([
  ['reassigned', true],
  ['refunded', false],
])(
  'a purchase that appears after its order was %s opens a review for its seller',
  async (_name, hasOther) => {
    const { sela, pass, placed } = await lostTwice({ hasOther });
    // minutes later Roblox has taken the Robux after all, and the buyer has got them
    await world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
    expect((await world.gameAccount(sela)).robux).toBe(4_000);
    await world.database.asOwner(`update late_purchases set next_look_at = now()`);
    await lookForLatePurchases(world.orderServices);
    const otto = await world.signIn('otto', 'admin', true);
    const { body } = await otto.call('GET', '/api/admin/reviews?kind=late_purchase');
    const reviews = body as unknown as { facts: { orderId: string } }[];
    expect(reviews.map(({ facts }) => facts.orderId)).toContain(placed.body.id);
  },
);
