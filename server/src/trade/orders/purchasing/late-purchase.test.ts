import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { lostPurchase, refused } from '../../../../test/lost-purchase.ts';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import { latestSending } from '../../../outside/game-platform/call.ts';
import type { GamePlatform } from '../../../outside/game-platform.ts';
import { refreshBalances } from '../../../supply/roblox-accounts/roblox-accounts.jobs.ts';
import { EFFECT_LIMITS } from './purchase.jobs.ts';
import { reconcileOpen } from './reconcile.jobs.ts';

/**
 * A purchase without an answer takes effect later than its evidence was read. No worker runs: each test does the worker's
 * steps. A second account is ready to buy the pass, and must not be used.
 */
const world = useOrderWorld();

test('rare day 3: a purchase that appears before the guard looks is ours, and the order is not reassigned', async () => {
  const late = await lostPurchase(world);
  await late.lookOnce();
  await late.work({
    recentPurchases: async (...args) => {
      const records = await world.services.game.recentPurchases(...args);
      await late.takeEffect();
      return records;
    },
  });
  await late.workUntil({}, 'completed');
  await late.isPaidOnce();
});

test.each([
  ['a challenge', { challenge: 'captcha', challengeOn: 'all' }],
  ['a dead cookie', { cookieValid: false }],
])('rare day 3: a purchase that appears beside %s is ours', async (_name, trouble) => {
  const late = await lostPurchase(world);
  const game = {
    gamepass: async (...args: Parameters<GamePlatform['gamepass']>) => {
      await late.takeEffect();
      await world.control('PATCH', `/game/accounts/${late.sela.game.id}`, trouble);
      return world.services.game.gamepass(...args);
    },
  };
  await late.workUntil(game, 'completed');
  await late.isPaidOnce();
});

test.each(['InsufficientFunds', 'NotForSale', 'AlreadyOwned'] as const)(
  'rare day 3: %s after a repeat is no proof that the first sending bought nothing',
  async (reason) => {
    const late = await lostPurchase(world);
    const buyGamepass = async () => {
      await late.takeEffect();
      return refused(reason);
    };
    await late.workUntil({ buyGamepass }, 'completed');
    await late.isPaidOnce();
    expect(await late.attempts()).toMatchObject([{ sendings: 2, state: 'bought' }]);
  },
);

test('rare day 3: a repeat that is refused for good closes the attempt after a look at the evidence', async () => {
  const late = await lostPurchase(world);
  const buyGamepass = async () => refused('NotForSale');
  await late.workUntil({ buyGamepass }, 'failed');
  expect(await late.attempts()).toMatchObject([{ sendings: 2, state: 'refused', reason: 'NotForSale' }]);
});

test('rare day 3: trouble in the guard keeps the attempt open, with its idempotency key', async () => {
  const late = await lostPurchase(world);
  const [first] = await late.attempts();
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: 'product-info',
    kind: 'status',
    status: 503,
    times: 2,
  });
  const keys: string[] = [];
  const buyGamepass: GamePlatform['buyGamepass'] = (session, purchase) => {
    keys.push(purchase.idempotencyKey);
    return world.services.game.buyGamepass(session, purchase);
  };
  await late.workUntil({ buyGamepass }, 'completed');
  expect(keys).toEqual([first!.idempotencyKey]);
  expect(await late.attempts()).toMatchObject([{ sendings: 2, state: 'bought' }]);
  await late.isPaidOnce();
});

test('rare day 3: a changed price before a repeat keeps the attempt open, and a late purchase is found', async () => {
  const late = await lostPurchase(world);
  await world.control('PATCH', `/game/accounts/${late.sela.game.id}`, { plusPercent: 10 });
  await late.workUntilSaid({}, 'The price changed. Checking again');
  expect(await late.attempts()).toMatchObject([{ sendings: 1, state: 'unclear' }]);
  await world.control('PATCH', `/game/accounts/${late.sela.game.id}`, { plusPercent: 0 });
  await late.takeEffect();
  await late.workUntil({}, 'completed');
  await late.isPaidOnce();
});

test.each(['bought', 'AlreadyOwned'])(
  'rare day 3: after the answer %s, calls that show nothing never count as "not bought"',
  async (said) => {
    const late = await lostPurchase(world);
    await world.services.db
      .updateTable('purchaseAttempts')
      .set({ reason: said })
      .where('orderId', '=', late.id)
      .execute();
    for (let checks = 0; checks < 9; checks += 1) {
      await late.work();
      await sleep(200);
    }
    expect(await late.attempts()).toMatchObject([{ sendings: 1, state: 'unclear' }]);
    expect(await late.statusInside()).toBe('manual');
    await late.takeEffect();
    await late.workUntil({}, 'completed');
    await late.isPaidOnce();
  },
);

test('rare day 3: an unclear order whose pass is deleted meanwhile is refunded', async () => {
  const late = await lostPurchase(world);
  await world.control('PATCH', `/game/passes/${late.pass.id}`, { deleted: true });
  await late.workUntil({}, 'failed');
  expect(await world.wallet(late.nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
});

test('rare day 3: an unclear order whose pass is bought and then deleted goes to staff', async () => {
  const late = await lostPurchase(world);
  await late.takeEffect();
  await world.control('PATCH', `/game/passes/${late.pass.id}`, { deleted: true });
  for (let checks = 0; checks < 9; checks += 1) {
    await late.work();
    await sleep(200);
  }
  expect(await late.statusInside()).toBe('manual');
});

test('rare day 3: a worker that was overtaken does not close the attempt that another worker has sent again', async () => {
  const late = await lostPurchase(world, async () => {
    await world.database.asOwner(`update purchase_attempts set sendings = 2 where state = 'marked'`);
    return refused('NotForSale');
  });
  expect(await late.attempts()).toMatchObject([{ sendings: 2, state: 'unclear' }]);
  expect((await world.wallet(late.nova)).held).toBe(200);
  await late.takeEffect();
  await late.workUntil({}, 'completed');
  await late.isPaidOnce();
});

test('rare day 3: a purchase that could not be sent in time is not sent', async () => {
  const late = await lostPurchase(world, async (...args) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(latestSending() + 1);
    return world.services.game.buyGamepass(...args).finally(() => clock.mockRestore());
  });
  expect(await world.purchasesSeen(late.pass)).toHaveLength(0);
  expect(EFFECT_LIMITS.afterMarkMs).toBeGreaterThan(latestSending() - performance.now() + 10_000);
  await late.workUntil({}, 'completed');
  await late.isPaidOnce();
});

test('rare day 23: a worker that stood still, even by its own clock, sends nothing after another worker took over', async () => {
  const late = await lostPurchase(world, async (...args) => {
    const marked = world.services.db.selectFrom('purchaseAttempts').where('state', '=', 'marked');
    const { orderId } = await marked.select('orderId').executeTakeFirstOrThrow();
    await world.database.asOwner(
      `update purchase_attempts set marked_at = now() - interval '1 minute' where order_id = $1`,
      [orderId],
    );
    await reconcileOpen(world.orderServices, orderId);
    return world.services.game.buyGamepass(...args);
  });
  expect(await world.purchasesSeen(late.pass)).toHaveLength(0);
  await late.workUntil({}, 'completed');
  await late.isPaidOnce();
});

test('rare day 23: a worker that stood still, even by its own clock, sends nothing when its time is over', async () => {
  const late = await lostPurchase(world, async (...args) => {
    await world.database.asOwner(
      `update purchase_attempts set marked_at = now() - interval '27 seconds' where state = 'marked'`,
    );
    return world.services.game.buyGamepass(...args);
  });
  expect(await world.purchasesSeen(late.pass)).toHaveLength(0);
  await late.workUntil({}, 'completed');
  await late.isPaidOnce();
});

test('an order waits for an unclear purchase of its account until the purchase and its repeat are decided', async () => {
  const late = await lostPurchase(world);
  const waiting = await world.order(late.nova, await world.pass(500), 500, { ratePerThousand: 2 });
  await world.database.asOwner(`update orders set next_check_at = now() + interval '1 hour' where id = $1`, [
    late.id,
  ]);
  const next = async () => {
    const { rows } = await world.database.asOwner(
      'select status, extract(epoch from next_check_at - now())::float8 as seconds from orders where id = $1',
      [waiting.body.id],
    );
    return rows[0] as { status: string; seconds: number };
  };
  let waitedMs = 0;
  for (;;) {
    await world.work(waiting);
    const { status, seconds } = await next();
    if (status === 'failed') break;
    waitedMs += seconds * 1_000;
  }
  expect(waitedMs).toBeGreaterThan(2 * EFFECT_LIMITS.afterMarkMs);
  await late.takeEffect();
  await late.workUntil({}, 'completed');
});

test('a balance that was read between an unclear purchase and its proof does not hide stock', async () => {
  const late = await lostPurchase(world);
  await late.takeEffect();
  await late.sela.call('POST', `/api/roblox-accounts/${late.sela.accountId}/balance`);
  await late.workUntil({}, 'completed');
  await refreshBalances(world.services);
  expect((await world.accountOf(late.sela)).robuxBalance).toBe(4_000);
});
