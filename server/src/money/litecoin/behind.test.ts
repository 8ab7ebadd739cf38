import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS, chainOf, openFed } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld, type Person } from '../../../test/chain-world.ts';
import { openTestSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { chainHealth } from './guards.reads.ts';
import { chainCursor } from './litecoin.reads.ts';
import { NETWORKS } from './network.ts';
import { openScanner } from './scan.ts';

const troubles = async ({ database }: ChainWorld) => (await chainHealth(database.db)).troubles;

/** The credit of a deposit, which changes its generation when it is reversed and credited again. */
const credits = async ({ database }: ChainWorld, { id }: Person) =>
  database.db.selectFrom('deposits').where('userId', '=', id).select(['status', 'generation']).execute();

describe.each(CHAINS.filter(({ name }) => name === 'litecoind'))('with another $name', ({ open }) => {
  test('rare day 14: a node that knows headers without their blocks reverses no deposit', async () => {
    const chain = await open();
    const behind = await openFed!();
    const world = await openChainWorld(chain);
    try {
      await world.setPrice(8_500);
      const nova = await world.person('nova');
      await chain.pay({ address: nova.address, ltc: 1 });
      await chain.mine(5);
      await world.scan();
      const cursor = (await chainCursor(world.database.db))!;
      await behind.feedBlocks(chain, cursor.height - 5);
      await expect(world.scan(behind.node)).rejects.toThrow('does not know our block');
      await behind.feedHeaders(chain, cursor.height - 5, cursor.height);
      expect(await behind.node.chainInfo()).toMatchObject({
        blocks: cursor.height - 5,
        headers: cursor.height,
        initialBlockDownload: false,
      });
      // litecoind says -1 of the unconnected block, as it would of a stale one
      expect(await behind.rpc('getblockheader', cursor.hash)).toMatchObject({ confirmations: -1 });

      await expect(world.scan(behind.node)).rejects.toThrow('5 headers without their blocks');
      expect(await troubles(world)).toEqual([expect.stringContaining('5 headers without their blocks')]);
      expect(await chainCursor(world.database.db)).toEqual(cursor);
      expect(await credits(world, nova)).toEqual([{ status: 'credited', generation: 1 }]);

      await behind.feedBlocks(chain, cursor.height);
      await world.scan(behind.node);
      expect(await troubles(world)).toEqual([]);
      expect(await credits(world, nova)).toEqual([{ status: 'credited', generation: 1 }]);
    } finally {
      await world.close();
      await behind.close();
      await chain.close();
    }
  });

  test('rare day 14: another branch is not followed while its best blocks are known only by their headers', async () => {
    const chain = await open();
    const other = await openFed!();
    const world = await openChainWorld(chain);
    try {
      await world.setPrice(8_500);
      const nova = await world.person('nova');
      const base = await chain.rpc<number>('getblockcount');
      await other.feedBlocks(chain, base);
      await chain.pay({ address: nova.address, ltc: 1 });
      await chain.mine(3);
      await world.scan();
      const home = await chain.rpc<string>('getnewaddress', '', 'bech32');
      await other.rpc('generatetoaddress', 3, home);
      await chain.mine(1);
      await other.feedHeaders(chain, base, base + 4);
      await expect(world.scan(other.node)).rejects.toThrow('1 header without its block');
      expect(await credits(world, nova)).toEqual([{ status: 'credited', generation: 1 }]);
      // with more work of its own, the other branch is the node's best one
      await other.rpc('generatetoaddress', 2, home);
      await chain.rpc('invalidateblock', await chain.rpc('getblockhash', base + 1));
      for (let height = base + 1; height <= base + 5; height += 1) {
        const hash = (await other.node.blockHash(height))!;
        await chain.rpc('submitblock', await other.rpc('getblock', hash, 0));
      }
      await world.scan(other.node);
      expect((await credits(world, nova))[0]!.status).toBe('reversed');
    } finally {
      await world.close();
      await other.close();
      await chain.close();
    }
  });
});

describe('on the built-in node', () => {
  let sandbox: TestSandbox;
  let chain: TestChain;
  let world: ChainWorld;
  let nova: Person;
  beforeAll(async () => {
    sandbox = await openTestSandbox();
    chain = chainOf(sandbox);
    world = await openChainWorld(chain);
    await world.setPrice(8_500);
    nova = await world.person('nova');
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(6);
    await world.scan();
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  const behave = (change: { behind?: number; downloading?: boolean; headersAhead?: number }) =>
    sandbox.control('PATCH', '/litecoin', change);

  test('rare day 14: a node that is behind reverses nothing, and following continues when it has caught up', async () => {
    const cursor = await chainCursor(world.database.db);
    await behave({ behind: 5 });
    await expect(world.scan()).rejects.toThrow('5 headers without their blocks');
    expect(await troubles(world)).toEqual([expect.stringContaining('5 headers without their blocks')]);
    expect(await chainCursor(world.database.db)).toEqual(cursor);
    await behave({ behind: 2 });
    await expect(world.scan()).rejects.toThrow('2 headers without their blocks');
    await behave({ behind: 0 });
    await world.scan();
    expect(await troubles(world)).toEqual([]);
    expect(await credits(world, nova)).toEqual([{ status: 'credited', generation: 1 }]);
  });

  test.each([
    ['during its initial download', { downloading: true }, { downloading: false }, 'still downloading'],
    ['with headers ahead', { headersAhead: 1 }, { headersAhead: 0 }, '1 header without its block'],
  ])(
    'rare day 14: nothing is rolled back to the branch of a node %s',
    async (_when, trouble, well, reason) => {
      await chain.reorg(2);
      const before = await chainCursor(world.database.db);
      await behave(trouble);
      await expect(world.scan()).rejects.toThrow(reason);
      expect(await chainCursor(world.database.db)).toEqual(before);
      await behave(well);
      await world.scan();
      expect((await chainCursor(world.database.db))!.height).toBe(before!.height + 1);
      expect(await credits(world, nova)).toEqual([{ status: 'credited', generation: 1 }]);
    },
  );
});

describe('a first start', () => {
  test.each([1, 13])(
    'rare day 20: on a block that is replaced soon after, %i deep, recovers',
    async (depth) => {
      const sandbox = await openTestSandbox();
      const chain = chainOf(sandbox);
      const world = await openChainWorld(chain);
      try {
        await world.setPrice(8_500);
        await chain.mine(1);
        const { hash } = await chain.node.newBlockWithin(1);
        // the main chain is followed from about the tip on, as in production
        const node = { ...chain.node, ...mainIdentity(chain) };
        const follow = () => openScanner({ db: world.database.db, node, network: 'main' }).scanOnce();
        await follow();
        expect((await chainCursor(world.database.db))!.hash).toBe(hash);
        await chain.reorg(depth);
        await follow();
        const nova = await world.person('nova');
        await chain.pay({ address: nova.address, ltc: 1 });
        await chain.mine(2);
        await follow();
        expect(await credits(world, nova)).toEqual([{ status: 'credited', generation: 1 }]);
      } finally {
        await world.close();
        await chain.close();
      }
    },
  );
});

/** What the main chain's node says of its network. */
function mainIdentity({ node }: TestChain): Partial<TestChain['node']> {
  return {
    chainInfo: async () => ({ ...(await node.chainInfo()), chain: 'main' }),
    genesisHash: async () => NETWORKS.main.genesisHash,
  };
}
