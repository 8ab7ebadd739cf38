import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS, chainOf, openFed } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld, type Person } from '../../../test/chain-world.ts';
import type { FedNode } from '../../../test/litecoind.ts';
import { openTestSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openLitecoinNode } from '../../outside/litecoin-node.ts';
import { chainHealth, payoutStopReason } from './guards.reads.ts';
import { chainCursor } from './litecoin.reads.ts';
import { openScanner } from './scan.ts';
import { secondNode } from './second-source.ts';

const troublesOf = async ({ database }: ChainWorld) => (await chainHealth(database.db)).troubles;

/** The state of every deposit of a user. Its generation grows when it is reversed and credited again. */
const depositsOf = async ({ database }: ChainWorld, { id }: Person) =>
  (
    await database.db
      .selectFrom('deposits')
      .where('userId', '=', id)
      .orderBy('id')
      .select(['status', 'generation'])
      .execute()
  ).map(({ status, generation }) => `${status} ${generation}`);

describe('rare day 21: with a second node in the sandbox', () => {
  let sandbox: TestSandbox;
  let chain: TestChain;
  let world: ChainWorld;
  let nova: Person;
  beforeAll(async () => {
    sandbox = await openTestSandbox();
    chain = chainOf(sandbox);
    world = await openChainWorld(chain);
    await world.setPrice(8_500);
    await chain.mine(4);
    await scan();
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  beforeEach(async () => {
    nova = await world.person('nova');
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(2);
  });
  afterEach(async () => {
    await second({ behind: 0, fork: false, silent: false });
    await sandbox.forget();
    await scan();
  });

  const second = (how: { behind?: number; fork?: boolean; silent?: boolean }) =>
    sandbox.control('PATCH', '/tips', how);
  const secondLogin = () => ({ ...sandbox.config.litecoin, rpcUrl: `${sandbox.url}/litecoin-second` });
  const scan = () =>
    openScanner({
      db: world.database.db,
      node: chain.node,
      network: 'regtest',
      second: secondNode(openLitecoinNode(secondLogin())),
    }).scanOnce();

  test('both agree: deposits are credited, and replaced blocks are rolled back', async () => {
    await scan();
    expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 1'], []]);
    await chain.reorg(3);
    await scan();
    expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 2'], []]);
  });

  test.each([
    ['follows another branch', { fork: true }, 'another branch'],
    ['is more than three blocks behind', { behind: 4 }, 'the second node is at block'],
  ])('it %s: deposits are recorded and wait, and nothing is paid', async (_what, how, reason) => {
    await second(how);
    await scan();
    expect(await depositsOf(world, nova)).toEqual(['seen 0']);
    expect(await troublesOf(world)).toEqual([expect.stringContaining(reason)]);
    expect(await payoutStopReason(world.database.db)).toContain(reason);
    await second({ behind: 0, fork: false });
    await scan();
    expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 1'], []]);
    expect(await payoutStopReason(world.database.db)).toBeNull();
  });

  test.each(['status', 'reset-before', 'html'])(
    'it does not answer (%s): deposits wait with that reason',
    async (kind) => {
      await sandbox.control('POST', '/faults', {
        service: 'litecoin-second',
        times: 1_000,
        kind,
        status: 401,
      });
      await scan();
      expect(await depositsOf(world, nova)).toEqual(['seen 0']);
      expect(await troublesOf(world)).toEqual(['the second node does not answer']);
      await sandbox.forget();
      await scan();
      expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 1'], []]);
    },
  );

  test('it is a block behind: a deposit needs two confirmations at both', async () => {
    await second({ behind: 1 });
    await scan();
    expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['seen 0'], []]);
    await chain.mine(1);
    await scan();
    expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 1'], []]);
  });

  test('a rollback waits, with its reason, until the second node has left our branch too', async () => {
    await scan();
    const before = await chainCursor(world.database.db);
    await chain.reorg(3);
    for (const [how, reason] of [
      [{ fork: true }, 'different blocks at height'],
      [{ behind: 2 }, 'does not know block'],
    ] as const) {
      await second({ fork: false, behind: 0, ...how });
      await expect(scan()).rejects.toThrow(reason);
      expect((await troublesOf(world))[0]).toContain(reason);
      expect(await payoutStopReason(world.database.db)).toContain(reason);
      expect(await chainCursor(world.database.db)).toEqual(before);
      expect(await depositsOf(world, nova)).toEqual(['credited 1']);
    }
    await second({ behind: 0 });
    await scan();
    expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 2'], []]);
  });
});

describe.each(CHAINS.filter(({ name }) => name === 'litecoind'))(
  'rare day 21: with two $name',
  ({ open }) => {
    let chain: TestChain;
    let other: FedNode;
    let world: ChainWorld;
    beforeAll(async () => {
      chain = await open();
      other = await openFed!();
      world = await openChainWorld(chain);
      await world.setPrice(8_500);
    });
    afterAll(async () => {
      await world.close();
      await other.close();
      await chain.close();
    });
    const scan = () =>
      openScanner({
        db: world.database.db,
        node: chain.node,
        network: 'regtest',
        second: secondNode(other.node),
      }).scanOnce();
    const height = () => chain.rpc<number>('getblockcount');
    const feedAll = async () => other.feedBlocks(chain, await height());

    test('a deposit is credited and reversed only when both have the same block', async () => {
      const nova = await world.person('nova');
      await feedAll();
      await scan();
      const txid = await chain.pay({ address: nova.address, ltc: 1 });
      await chain.mine(2);
      await scan();
      expect(await depositsOf(world, nova)).toEqual(['seen 0']);
      await feedAll();
      await scan();
      expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 1'], []]);

      // the first node alone follows a branch without the deposit
      await chain.reorg(2, [txid]);
      await expect(scan()).rejects.toThrow('different blocks at height');
      expect(await depositsOf(world, nova)).toEqual(['credited 1']);
      await feedAll();
      await scan();
      expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['reversed 1'], []]);
    });

    test('a deposit waits while the second node follows a longer branch of its own, and while it is gone', async () => {
      const nova = await world.person('nova');
      await feedAll();
      await scan();
      const home = await chain.rpc<string>('getnewaddress', '', 'bech32');
      await other.rpc('generatetoaddress', 5, home);
      await chain.pay({ address: nova.address, ltc: 1 });
      await chain.mine(4);
      await scan();
      expect(await depositsOf(world, nova)).toEqual(['seen 0']);
      expect(await troublesOf(world)).toEqual(['the second node follows another branch of the chain']);
      await chain.mine(2);
      await feedAll();
      await scan();
      expect([await depositsOf(world, nova), await troublesOf(world)]).toEqual([['credited 1'], []]);

      await other.close();
      await chain.pay({ address: nova.address, ltc: 1 });
      await chain.mine(2);
      await scan();
      expect(await depositsOf(world, nova)).toEqual(['credited 1', 'seen 0']);
      expect(await troublesOf(world)).toEqual(['the second node does not answer']);
    });
  },
);
