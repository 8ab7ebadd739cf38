import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld } from '../../../test/chain-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { dropUnusedPrices } from '../prices/prices.ts';

/** The price falls between the payment of a deposit and its credit. */
let chain: TestChain;
let world: ChainWorld;
beforeAll(async () => {
  chain = await CHAINS[0]!.open();
  world = await openChainWorld(chain);
  await world.scan();
});
afterAll(async () => {
  await world.close();
  await chain.close();
});

test.each([
  {
    title: 'a deposit above the minimum both times is credited at the later price',
    ...{ seenAt: 8_600, ltc: 0.118, statuses: ['credited'], balance: 1_002 },
  },
  {
    title: 'a deposit below the minimum both times waits for the next deposit',
    ...{ seenAt: 8_600, ltc: 0.116, statuses: ['small'], balance: 0 },
  },
  {
    title: 'a deposit above the minimum only when it was seen is credited',
    ...{ seenAt: 8_500, ltc: 0.11764706, statuses: ['credited'], balance: 999 },
  },
])('$title', async ({ seenAt, ltc, statuses, balance }) => {
  const nova = await world.person('nova');
  await world.setPrice(seenAt);
  await chain.pay({ address: nova.address, ltc });
  await world.scan();
  await world.setPrice(8_499);
  await chain.mine(2);
  await world.scan();
  expect([await world.statuses(nova), await world.balance(nova)]).toEqual([statuses, balance]);
});

test('a deposit that takes days to confirm still counts at the price when it was seen', async () => {
  const nova = await world.person('nova');
  await world.setPrice(8_500);
  await chain.pay({ address: nova.address, ltc: 0.11764706 });
  await world.scan();
  await dropUnusedPrices(world.database.db, new Date(Date.now() + 25 * 3_600_000));
  await world.setPrice(8_499);
  await chain.mine(2);
  await world.scan();
  expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 999]);
});
