import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { eventually } from '../../../test/processes.ts';
import type { SandboxAccount } from '../../../test/sandbox.ts';
import type { GamePlatform } from '../../outside/game-platform.ts';
import { followAccounts, refreshBalances } from './roblox-accounts.jobs.ts';

/** The balances of accounts on sale, which are read about every ten minutes. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(() => world.clear());
afterAll(() => world.close());

test('a seller whose accounts do not answer does not delay the balances of others', async () => {
  const slow = await world.seller(5_000, 2);
  const cookies = new Set([slow.game.cookie]);
  for (let added = 0; added < 20; added += 1) cookies.add(await addAccount(slow, `slow_${added}`));
  const sela = await world.seller(5_000, 3);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { robux: 4_321 });
  await makeDue(slow, '2 minutes');
  await makeDue(sela, '1 minute');

  const { game } = world.services;
  const answer = Promise.withResolvers<void>();
  const whoAmI: GamePlatform['whoAmI'] = async (session) => {
    if (cookies.has(session.cookie)) await answer.promise;
    return game.whoAmI(session);
  };
  const stopping = new AbortController();
  const services = { ...world.services, game: { ...game, whoAmI } };
  const following = followAccounts(services, stopping.signal);
  try {
    await eventually(async () => (await world.accountOf(sela)).robuxBalance === 4_321);
  } finally {
    answer.resolve();
    stopping.abort();
    await following;
  }
});

test('the picture is read with the first balance of a day', async () => {
  const sela = await world.seller(5_000, 2);
  const read = { balances: 0, pictures: 0 };
  const { game } = world.services;
  const robuxBalance: GamePlatform['robuxBalance'] = (session) => {
    read.balances += 1;
    return game.robuxBalance(session);
  };
  const headshots: GamePlatform['headshots'] = (...args) => {
    read.pictures += 1;
    return game.headshots(...args);
  };
  const services = { ...world.services, game: { ...game, robuxBalance, headshots } };
  await world.database.asOwner(
    `update roblox_accounts set balance_read_at = now() - interval '1 day' where user_id = $1`,
    [sela.id],
  );
  for (let reads = 0; reads < 2; reads += 1) {
    await makeDue(sela, '1 minute');
    await refreshBalances(services);
  }
  expect(read).toEqual({ balances: 2, pictures: 1 });
});

/** Makes the seller's accounts due since some time. */
const makeDue = (seller: Seller, since: string) =>
  world.database.asOwner(
    `update roblox_accounts set balance_due_at = now() - $2::interval where user_id = $1`,
    [seller.id, since],
  );

async function addAccount(seller: Seller, username: string): Promise<string> {
  const { cookie } = await world.control<SandboxAccount>('POST', '/game/accounts', {
    username,
    robux: 5_000,
  });
  const { status } = await seller.call('POST', '/api/roblox-accounts', { cookie, ratePerThousand: 6 });
  expect(status).toBe(201);
  return cookie;
}
