import { litoshi } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { freshAddress } from '../../../test/payer.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { postedOf } from '../../../test/wallets.ts';
import { signWaitingSweep } from './sweeping.jobs.ts';
import { sweepInProgress } from './sweeps.reads.ts';
import { reserves } from './treasury.reads.ts';

const COIN = 100_000_000;

describe.each(CHAINS)('a sweep on $name', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  const treasury = () => postedOf(world.database.db, 'treasury:ltc');
  const feeOf = async (txid: string) =>
    (
      await world.database.db
        .selectFrom('ownTransactions')
        .where('txid', '=', txid)
        .select('feeLitoshi')
        .executeTakeFirstOrThrow()
    ).feeLitoshi;

  test('S7.04 waits until deposits are settled, then moves the worthwhile coins once', async () => {
    const buyer = await world.person('bea');
    const other = await world.person('dina');
    // $85 settle at 6 confirmations, $170 at 12; the last coin costs too much to spend
    await chain.pay(
      { address: buyer.address, ltc: 1 },
      { address: other.address, ltc: 2 },
      { address: await world.anotherAddress(buyer), ltc: 0.0001 },
    );
    await world.mine(5);
    const early = await world.wish();
    await world.look();
    expect(await world.sweep(early.id)).toMatchObject({ state: 'nothing', txid: null });

    await world.mine(1);
    const [wish, same] = await Promise.all([world.wish(), world.wish()]);
    expect(same.id).toBe(wish.id);
    await Promise.all([world.look(), world.look()]);
    const sweep = await world.sweep(wish.id);
    const fee = await feeOf(sweep.txid!);
    expect(sweep).toMatchObject({ state: 'signed', litoshi: COIN - fee });
    expect(await chain.node.mempool()).toEqual([sweep.txid]);
    expect(await world.wish()).toEqual(sweep);

    const before = await treasury();
    await world.mine(1);
    expect(await treasury()).toBe(before - fee);
    expect(await reserves(world.database.db)).toEqual({
      hot: COIN - fee,
      deposit: 2 * COIN + 10_000,
      cold: 0,
    });
    expect((await world.balance(buyer)) + (await world.balance(other))).toBe(25_500);
    expect(await sweepInProgress(world.database.db)).toBeNull();
  });

  test('stays the same transaction however often sending fails', async () => {
    await world.mine(6);
    const wish = await world.wish();
    const silent = { ...chain.node, broadcast: async () => ({ kind: 'unclear' as const, message: 'lost' }) };
    await world.look(silent);
    const { txid } = await world.sweep(wish.id);
    expect(txid).not.toBeNull();
    expect(await chain.node.mempool()).toEqual([]);
    await world.look();
    await world.look();
    expect(await chain.node.mempool()).toEqual([txid]);
    await world.mine(1);
    const swept = await reserves(world.database.db);
    await chain.reorg(1);
    await world.scan();
    expect(await reserves(world.database.db)).toEqual(swept);
    expect(swept.deposit).toBe(10_000);
  });

  test('moves coins beyond the hot wallet’s target to the cold storage, which stays in the treasury', async () => {
    const cold = freshAddress();
    const { hot } = await reserves(world.database.db);
    await world.useCold(cold, litoshi(hot + 50_000_000));
    const buyer = await world.person('cora');
    await chain.pay(
      { address: buyer.address, ltc: 1 },
      { address: await world.anotherAddress(buyer), ltc: 1 },
    );
    await world.mine(12);
    const before = await treasury();
    const wish = await world.wish();
    await world.look();
    const { txid } = await world.sweep(wish.id);
    await world.mine(1);
    const fee = await feeOf(txid!);
    expect(await treasury()).toBe(before - fee);
    const after = await reserves(world.database.db);
    expect(after.hot).toBe(hot + 50_000_000);
    expect(after.cold).toBe(150_000_000 - fee);
  });

  test('is not signed during an emergency stop', async () => {
    await setEmergencyStop(world.database, true);
    const wish = await world.wish();
    await world.look();
    expect(await world.sweep(wish.id)).toMatchObject({ state: 'requested', txid: null });
    await setEmergencyStop(world.database, false);
    await world.look();
    expect((await world.sweep(wish.id)).state).not.toBe('requested');
  });

  test('rare day 20: is neither signed nor sent when the stop begins during the round', async () => {
    const buyer = await world.person('dora');
    await chain.pay({ address: buyer.address, ltc: 1 });
    await world.mine(6);
    const { id } = await world.wish();
    const stopsAt = (call: 'estimateFeeRate' | 'testAccept'): TestChain['node'] => ({
      ...chain.node,
      [call]: async (...input: never[]) => {
        await setEmergencyStop(world.database, true);
        return (chain.node[call] as (...given: never[]) => unknown)(...input);
      },
    });
    for (const call of ['estimateFeeRate', 'testAccept'] as const) {
      await world.look(stopsAt(call));
      expect(await world.sweep(id)).toMatchObject({ state: 'requested', txid: null });
      await setEmergencyStop(world.database, false);
    }
    await signWaitingSweep(world.sweeping);
    await setEmergencyStop(world.database, true);
    await world.look();
    expect(await chain.node.mempool()).toEqual([]);
    await setEmergencyStop(world.database, false);
    await world.look();
    expect(await chain.node.mempool()).toEqual([(await world.sweep(id)).txid]);
  });
});
