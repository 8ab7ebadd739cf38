import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld, type Person } from '../../../test/chain-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';

/** Hundreds of outputs of one transaction pay one person. */
let chain: TestChain;
let world: ChainWorld;
let nova: Person;
beforeAll(async () => {
  chain = await CHAINS[0]!.open();
  world = await openChainWorld(chain);
  await world.scan();
  await world.setPrice(8_500);
});
beforeEach(async () => {
  nova = await world.person('nova');
});
afterAll(async () => {
  await world.close();
  await chain.close();
});

/** Pays nova small outputs and one large one, and returns how many each transaction of the database credited. */
async function paid(count: number, ltc: number, large: number): Promise<number[]> {
  const small = Array.from({ length: count }, () => ({ address: nova.address, ltc }));
  await chain.pay({ address: nova.address, ltc: large }, ...small);
  await chain.mine(2);
  await world.scan();
  const { rows } = await world.database.asOwner(
    `select count(*)::int as credited from deposits where user_id = $1 and status = 'credited' group by xmin order by 1`,
    [nova.id],
  );
  return rows.map(({ credited }) => credited as number);
}

test('S5.03 they are credited in several transactions, so that other people need not wait for the chain lock', async () => {
  expect(await paid(250, 0.002, 0.2)).toEqual([51, 200]);
  expect(await world.balance(nova)).toBe(250 * 17 + 1_700);
});

test('S5.03 those that waited because they were small are all credited with a new one', async () => {
  expect(await paid(250, 0.0002, 0.0002)).toEqual([]);
  expect(new Set(await world.statuses(nova))).toEqual(new Set(['small']));
  expect(await paid(1, 0.0002, 0.3)).toEqual([53, 200]);
});

test('S5.03 worthless outputs do not join a credit because an older small deposit is needed for the minimum', async () => {
  expect(await paid(1, 0.055, 0.055)).toEqual([]);
  expect(await paid(250, 0.00003, 0.01)).toEqual([53, 200]);
  expect(await world.balance(nova)).toBe(2 * 467 + 85);
});

test('S5.03 they are credited together if the rest alone would be below the minimum', async () => {
  expect(await paid(250, 0.0002, 0.1)).toEqual([251]);
  expect(await world.balance(nova)).toBe(250 * 1 + 850);
});
