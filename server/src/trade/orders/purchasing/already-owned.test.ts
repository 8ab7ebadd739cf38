import { robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import { type GamePlatform, GameTrouble, type PurchaseAnswer } from '../../../outside/game-platform.ts';

/**
 * Roblox refuses a purchase that took effect. A seller's proxy that sends a call again after a lost connection causes this, and so
 * does a rate limit after the debit. No worker runs: each test does the worker's steps.
 */
const world = useOrderWorld();

const refused = (reason: 'AlreadyOwned' | 'TooManyPurchases') => async (): Promise<PurchaseAnswer> => ({
  kind: 'refused',
  reason,
  shortfall: null,
  restriction: null,
});
const limited = async (): Promise<PurchaseAnswer> => {
  throw new GameTrouble({ kind: 'rate_limited', retryAfterSeconds: 1 }, 'POST purchase answered 429');
};

const ANSWERS: [name: string, answer: () => Promise<PurchaseAnswer>][] = [
  ['AlreadyOwned', refused('AlreadyOwned')],
  ['TooManyPurchases', refused('TooManyPurchases')],
  ['429', limited],
];

test.each(ANSWERS)(
  'a purchase that took effect although its answer was %s is paid, and not made again',
  (_name, answer) => isPaidOnceAfter(answer, {}),
);

test('a purchase that took effect despite its refusal is paid also if Roblox shows it only at the next check', () =>
  isPaidOnceAfter(limited, {
    ownsGamepass: async () => false,
    robuxBalance: async () => robux(5_000),
    recentPurchases: async () => [],
  }));

/** `shown`: what Roblox shows during the purchase and the look after it. */
async function isPaidOnceAfter(
  answer: () => Promise<PurchaseAnswer>,
  shown: Partial<GamePlatform>,
): Promise<void> {
  const sela = await world.seller(5_000, 3);
  const mira = await world.seller(5_000, 4);
  const nova = await world.buyer(10_000);
  const pass = await world.pass(1_000);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  await world.work(placed, {
    ...shown,
    buyGamepass: async (...args) => {
      const first = await world.services.game.buyGamepass(...args);
      expect(first.kind).toBe('bought');
      return answer();
    },
  });
  for (let steps = 0; steps < 4; steps += 1) {
    await world.database.asOwner(
      `update orders set not_before = null, next_check_at = now() where id = $1 and ended_at is null`,
      [placed.body.id],
    );
    await world.work(placed);
  }
  expect((await world.gameAccount(sela)).robux).toBe(4_000);
  expect((await world.gameAccount(mira)).robux).toBe(5_000);
  expect((await world.wallet(sela, 'seller')).posted).toBe(300);
}
