import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS, chainOf } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld } from '../../../test/chain-world.ts';
import { eventually } from '../../../test/processes.ts';
import { openTestSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import { followLitecoin } from './litecoin.jobs.ts';
import { chainCursor, chainLag } from './litecoin.reads.ts';

/** The sandbox node has MWEB active and can inject faults. */
describe('the follower', () => {
  let sandbox: TestSandbox;
  let chain: TestChain;
  let world: ChainWorld;
  beforeAll(async () => {
    sandbox = await openTestSandbox();
    chain = chainOf(sandbox);
    world = await openChainWorld(chain);
    await world.scan();
    await world.setPrice(8_500);
  });
  afterAll(async () => {
    await world.close();
    await sandbox.close();
  });

  test('S5.03 credits a deposit soon after its second block, despite faults of the node', async () => {
    const nova = await world.person('nova');
    const stop = new AbortController();
    const log = pino({ level: 'silent' });
    const { database, keys: walletKeys } = world;
    const services = { db: database.db, node: chain.node, config: sandbox.config, log, walletKeys };
    const following = followLitecoin(services, stop.signal);
    await chain.pay({ address: nova.address, ltc: 1 });
    await eventually(async () => (await world.statuses(nova))[0] === 'seen', { everyMs: 50 });
    for (const kind of ['status', 'reset-after', 'html', 'truncate']) {
      await sandbox.control('POST', '/faults', { service: 'litecoin', times: 1, kind, status: 401 });
    }
    await chain.mine(2);
    await eventually(async () => (await world.balance(nova)) === 8_500, { everyMs: 50 });
    stop.abort();
    await following;
    await world.scan();
    expect(await chainLag(world.database.db, chain.node)).toBe(0);
  });

  test('applies nothing from a node of another network', async () => {
    const node: LitecoinNode = { ...chain.node, genesisHash: async () => '00'.repeat(32) };
    await expect(world.scan(node)).rejects.toThrow('the node follows regtest with genesis 0000');
  });

  test('rolls nothing back when a newly installed node does not know our blocks yet', async () => {
    const cursor = await chainCursor(world.database.db);
    const node: LitecoinNode = {
      ...chain.node,
      chainInfo: async () => ({ ...(await chain.node.chainInfo()), blocks: 10, headers: 10 }),
      blockHash: async (height) => (height > 10 ? null : chain.node.blockHash(height)),
    };
    await expect(world.scan(node)).rejects.toThrow('does not know our block');
    expect(await chainCursor(world.database.db)).toEqual(cursor);
  });
});

describe.each(CHAINS.filter(({ name }) => name === 'litecoind'))('mined coins on $name', ({ open }) => {
  test('are credited at 100 confirmations', async () => {
    const chain = await open();
    const world = await openChainWorld(chain);
    await world.setPrice(8_500);
    const nova = await world.person('nova');
    await chain.rpc('generatetoaddress', 1, nova.address);
    await chain.mine(98);
    await world.scan();
    expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['seen'], 0]);
    await chain.mine(1);
    await world.scan();
    expect(await world.statuses(nova)).toEqual(['credited']);
    await world.close();
    await chain.close();
  });
});
