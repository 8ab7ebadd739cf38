import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chainOf } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld, type Person } from '../../../test/chain-world.ts';
import { openTestSandbox, type TestSandbox } from '../../../test/sandbox.ts';
import { setSetting } from '../../../test/settings.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTipSource } from '../../outside/tip-source.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { Outage } from '../../platform/outage.ts';
import { chainHealth, payoutStopReason } from './guards.reads.ts';
import { openScanner } from './scan.ts';
import { secondApi } from './second-source.ts';

describe('with the guards on', () => {
  let sandbox: TestSandbox;
  let chain: TestChain;
  let world: ChainWorld;
  let nova: Person;
  beforeAll(async () => {
    sandbox = await openTestSandbox();
    chain = chainOf(sandbox);
    world = await openChainWorld(chain);
    await world.setPrice(8_500);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  beforeEach(async () => {
    await set('chain_guards', true);
    nova = await world.person('nova');
    await chain.pay({ address: nova.address, ltc: 1 });
    await chain.mine(2);
  });
  afterEach(async () => {
    await set('emergency_shutdown', false);
    await sandbox.control('PATCH', '/tips', { behind: 0, fork: false, silent: false });
    await sandbox.forget();
  });
  const set = (key: string, enabled: boolean) => setSetting(world.database, key, { enabled });
  const db = () => world.database.db;
  const lotOf = async ({ id }: Person) =>
    (
      await db()
        .selectFrom('settlementLots as l')
        .innerJoin('deposits as d', 'd.id', 'l.depositId')
        .where('d.userId', '=', id)
        .select('l.state')
        .executeTakeFirstOrThrow()
    ).state;
  const tips = () => openTipSource(`${sandbox.url}/tips`);
  const scan = (node = chain.node) =>
    openScanner({ db: db(), node, network: 'regtest', second: secondApi(tips()) }).scanOnce();

  const troubles: [string, (node: TestChain['node']) => Promise<TestChain['node']>][] = [
    ['no peers', async (node) => ({ ...node, peers: async () => 0 })],
    [
      'still downloading',
      async (node) => ({
        ...node,
        chainInfo: async () => ({ ...(await node.chainInfo()), initialBlockDownload: true }),
      }),
    ],
    [
      'minutes old',
      async (node) => ({ ...node, blockTime: async () => new Date(Date.now() - 2 * 3_600_000) }),
    ],
    [
      'another source is at block',
      async (node) => {
        await sandbox.control('PATCH', '/tips', { behind: 4 });
        return node;
      },
    ],
    [
      'another branch',
      async (node) => {
        await sandbox.control('PATCH', '/tips', { fork: true });
        return node;
      },
    ],
  ];
  test.each(troubles)(
    '%s: deposits wait, nothing is paid, and both continue automatically afterwards',
    async (reason, spoil) => {
      await scan(await spoil(chain.node));
      expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['seen'], 0]);
      expect((await chainHealth(db())).troubles).toEqual([expect.stringContaining(reason)]);
      expect(await payoutStopReason(db())).toContain(reason);

      await sandbox.control('PATCH', '/tips', { behind: 0, fork: false });
      await scan();
      expect([await world.statuses(nova), await world.balance(nova)]).toEqual([['credited'], 8_500]);
      expect(await payoutStopReason(db())).toBeNull();
    },
  );

  test('a second source without an answer stops nothing', async () => {
    await sandbox.control('PATCH', '/tips', { silent: true });
    await scan();
    expect(await world.statuses(nova)).toEqual(['credited']);
  });

  test('a node on another chain stops everything even with the guards off, and none of its blocks are applied', async () => {
    await set('chain_guards', false);
    const foreign = { ...chain.node, genesisHash: async () => '00'.repeat(32) };
    // an outage: the operator chose the wrong node, so the log shows no stack
    await expect(scan(foreign)).rejects.toBeInstanceOf(Outage);
    expect(await payoutStopReason(db())).toContain('the node follows');
    expect(await world.statuses(nova)).toEqual([]);
    await scan();
    expect(await payoutStopReason(db())).toBeNull();
  });

  test('a follower without a check for minutes blocks payouts', async () => {
    await scan();
    await world.database.asOwner(`update chain_health set looked_at = looked_at - interval '3 minutes'`);
    expect(await payoutStopReason(db())).toContain('the worker has not reached the Litecoin node');
    await set('chain_guards', false);
    expect(await payoutStopReason(db())).toBeNull();
  });

  test('rare day 15: a reorganisation of 6 blocks, which undoes a settled deposit, is followed and triggers the emergency stop', async () => {
    await chain.mine(3);
    await scan();
    await chain.reorg(5);
    await scan();
    expect((await readSetting(db(), 'emergency_shutdown')).enabled).toBe(false);
    expect(await lotOf(nova)).toBe('settled');
    const { txid } = await db()
      .selectFrom('deposits')
      .where('userId', '=', nova.id)
      .select('txid')
      .executeTakeFirstOrThrow();
    await chain.reorg(6, [txid]);
    await world.scan();
    expect(await lotOf(nova)).toBe('reversed');
    const stop = await readSetting(db(), 'emergency_shutdown');
    expect(stop).toMatchObject({ enabled: true, reason: expect.stringContaining('6 blocks') });
    const { rows } = await world.database.asOwner(
      `select actor_id, reason from audit_log where subject_id = 'emergency_shutdown'`,
    );
    expect(rows).toEqual([{ actor_id: null, reason: stop.reason }]);
  });

  test('a deep reorganisation with the guards off stops nothing', async () => {
    await set('chain_guards', false);
    await chain.mine(8);
    await scan();
    await chain.reorg(8);
    await world.scan();
    expect((await readSetting(db(), 'emergency_shutdown')).enabled).toBe(false);
  });
});
