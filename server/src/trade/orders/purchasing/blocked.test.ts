import { expect, test } from 'vitest';
import { lostPurchase } from '../../../../test/lost-purchase.ts';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import { GameTrouble } from '../../../outside/game-platform.ts';

/** Orders that wait for an unclear purchase of their account. */
const world = useOrderWorld();

test('the tries that an order uses up while it is blocked do not count for its own purchase', async () => {
  const late = await lostPurchase(world);
  const placed = await world.order(late.nova, await world.pass(500), 500, { ratePerThousand: 2 });
  const order = async () =>
    (await late.nova.call('GET', `/api/robux/orders/${placed.body.id}`)).body as { status: string };
  await world.database.asOwner(`update orders set next_check_at = now() + interval '1 hour' where id = $1`, [
    late.id,
  ]);
  for (let times = 0; times < 4; times += 1) await world.work(placed);
  expect((await order()).status).toBe('pending');
  await late.takeEffect();
  await late.workUntil({}, 'completed');

  const rateLimited = async (): Promise<never> => {
    throw new GameTrouble({ kind: 'rate_limited', retryAfterSeconds: 5 }, 'balance');
  };
  await world.work(placed, { robuxBalance: rateLimited });
  expect((await order()).status).toBe('pending');
  await world.work(placed);
  expect((await order()).status).toBe('completed');
});
