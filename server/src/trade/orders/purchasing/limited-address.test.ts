import { expect, test } from 'vitest';
import { useOrderWorld } from '../../../../test/use-order-world.ts';

/**
 * Roblox limits the calls of our own address: those without a cookie, such as "does this account own the gamepass", which every order
 * asks. No account is to blame, and no other account has it better.
 */
const world = useOrderWorld();

test('while Roblox limits our address for half a minute, an order waits and is bought afterwards', async () => {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(10_000);
  const pass = await world.pass(1_000);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 3 });
  await world.fault({ path: 'is-owned', status: 429, times: 10_000 });
  // six tries of five seconds; as if these seconds had passed
  for (let tries = 0; tries < 6; tries += 1) {
    await world.database.asOwner(
      `update orders set not_before = null, next_check_at = now() where id = $1 and ended_at is null`,
      [placed.body.id],
    );
    await world.work(placed);
  }
  const read = async () => (await nova.call('GET', `/api/robux/orders/${placed.body.id}`)).body;
  expect(await read()).toMatchObject({ failureReason: null });
  await world.control('DELETE', '/faults');
  await world.database.asOwner(`update orders set not_before = null, next_check_at = now() where id = $1`, [
    placed.body.id,
  ]);
  await world.work(placed);
  expect(await read()).toMatchObject({ status: 'completed', accountId: sela.accountId });
});
