import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld } from '../../../test/chain-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';

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
  [
    'a deposit that was large enough when it was first seen is credited at the later price',
    0.118,
    ['credited'],
    1_002,
  ],
  ['one that was too small then, and still is, waits for the next deposit', 0.116, ['small'], 0],
])('%s', async (_, ltc, statuses, balance) => {
  const nova = await world.person('nova');
  await world.setPrice(8_600);
  await chain.pay({ address: nova.address, ltc });
  await world.scan();
  await world.setPrice(8_499);
  await chain.mine(2);
  await world.scan();
  expect([await world.statuses(nova), await world.balance(nova)]).toEqual([statuses, balance]);
});

test('below the minimum at the credit, a deposit that was above it when it was seen is credited', async () => {
  const nova = await world.person('nova');
  await world.setPrice(8_500);
  await chain.pay({ address: nova.address, ltc: 0.11764706 });
  await world.scan();
  await world.setPrice(8_499);
  await chain.mine(2);
  await world.scan();
  expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 999]);
});
