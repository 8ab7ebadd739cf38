import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { freshAddress } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { credit, postedOf } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { STUCK_AFTER_BLOCKS } from './child.rules.ts';

/** The fee of 141 virtual bytes at one litoshi each, and the later target rate. */
const CHEAP = 141;
const TARGET_RATE = 20;

describe.each(CHAINS)('a stuck withdrawal on $name', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  /** A node that accepts the payment but does not relay or mine it. */
  let isolated: TestChain['node'];
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    isolated = {
      ...chain.node,
      estimateFeeRate: async () => 1,
      testAccept: async () => ({ allowed: true, reason: null }),
      broadcast: async () => ({ kind: 'accepted' as const }),
    };
    await world.setPrice(8_500);
    await chain.pay({ address: world.hotAddress, ltc: 2 });
    await world.mine(6);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  const ask = async () => {
    const seller = await world.person('sela');
    await credit(world.database.db, seller.id, 10_000, { wallet: 'seller' });
    const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
    const asker = { id: seller.id, isOwner: false };
    return inTransaction(world.database.db, (tx) => requestWithdrawal(tx, asker, wish, 'regtest'));
  };
  const children = () =>
    world.database.db
      .selectFrom('ownTransactions')
      .where('kind', '=', 'child')
      .orderBy('signedAt')
      .select(['txid', 'feeLitoshi', 'minedHeight'])
      .execute();
  /** Virtual bytes of a payment: 141, or 140 with a short signature. */
  const sizeOf = async (txid: string) =>
    (await chain.rpc<{ vsize: number }>('getrawtransaction', txid, true)).vsize;
  const eager = () => ({ ...chain.node, estimateFeeRate: async () => TARGET_RATE });
  const pay = () => payRound({ ...world.sweeping, node: isolated });

  test('S5.07 is mined together with a child that pays for the whole chain', async () => {
    await ask();
    await pay();
    await ask();
    await pay();
    const broadcast = await world.database.db.selectFrom('withdrawals').select(['state', 'txid']).execute();
    expect(broadcast.map(({ state }) => state)).toEqual(['broadcast', 'broadcast']);
    await world.mine(STUCK_AFTER_BLOCKS - 1);
    await world.look(eager());
    expect(await children()).toEqual([]);

    await world.mine(1);
    await Promise.all([world.look(eager()), world.look(eager())]);
    const [child, ...others] = await children();
    expect(others).toEqual([]);
    // three transactions at the target rate, minus the fees of two
    const parents = (await sizeOf(broadcast[0]!.txid!)) + (await sizeOf(broadcast[1]!.txid!));
    expect(child!.feeLitoshi).toBe(TARGET_RATE * (parents + 110) - 2 * CHEAP);
    const mempool = await chain.node.mempool();
    expect(mempool.toSorted()).toEqual([child!.txid, ...broadcast.map(({ txid }) => txid!)].toSorted());

    await world.look(eager());
    expect(await children()).toHaveLength(1);
    const before = await postedOf(world.database.db, 'miners:ltc');
    await world.mine(1);
    expect(await chain.node.mempool()).toEqual([]);
    expect((await postedOf(world.database.db, 'miners:ltc')) - before).toBe(2 * CHEAP + child!.feeLitoshi);
    await world.mine(5);
    await pay();
    const states = await world.database.db.selectFrom('withdrawals').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    await world.look(eager());
    expect(await children()).toHaveLength(1);
  });
});
