import { cents } from '@sterling/contract/money.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSmall } from '../../../test/chain.ts';
import { fillMempool, forgetMinimumFee } from '../../../test/full-mempool.ts';
import { freshAddress } from '../../../test/payer.ts';
import { receivedOn } from '../../../test/restored-world.ts';
import { payRound } from '../../../test/rounds.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/proof.ts';
import { STUCK_AFTER_BLOCKS } from '../treasury/child.rules.ts';
import { requestWithdrawal } from './withdrawals.ts';

describe.skipIf(openSmall === null)('a full mempool of litecoind', () => {
  let chain: TestChain;
  let world: TreasuryWorld;
  let sela: string;
  beforeEach(async () => {
    chain = await openSmall!();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
    await chain.pay({ address: world.hotAddress, ltc: 2 });
    const { address } = await world.person('bea');
    await chain.pay({ address, ltc: 1 });
    await world.mine(12);
    sela = (await world.person('sela')).id;
    await credit(world.database.db, sela, 10_000, { wallet: 'seller' });
  });
  afterEach(async () => {
    await world.close();
    await chain.close();
  });

  const ask = () => {
    const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
    return inTransaction(world.database.db, async (tx) => {
      const { id } = await requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest');
      return { id, address: wish.ltcAddress };
    });
  };
  const row = (id: string) =>
    world.database.db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  const ownTransactions = () =>
    world.database.db.selectFrom('ownTransactions').select(['kind', 'txid', 'hex']).orderBy('txid').execute();
  const openReviews = async () =>
    (await world.database.db.selectFrom('reviews').where('state', '=', 'open').select('kind').execute())
      .length;
  const round = async () => {
    await payRound(world.sweeping);
    await world.look();
  };

  test('rare day 24: evicts two withdrawals and a sweep, which are sent again with the same bytes and paid once', {
    timeout: 300_000,
  }, async () => {
    const { db } = world.database;
    const [first, second] = [await ask(), await ask()];
    await payRound(world.sweeping);
    await payRound(world.sweeping);
    await world.wish();
    await round();
    const signed = await ownTransactions();
    expect(signed).toHaveLength(3);
    expect(await chain.node.mempool()).toHaveLength(3);

    const empty = await fillMempool(chain);
    const left = await chain.node.mempool();
    expect(signed.filter(({ txid }) => left.includes(txid))).toEqual([]);
    const waits = { state: 'broadcast', reason: 'Waiting for the Litecoin network to accept it' };
    for (let times = 0; times < 2; times += 1) await round();
    for (const { id } of [first, second]) expect(await row(id)).toMatchObject(waits);
    expect(await openReviews()).toBe(0);
    expect(await ownTransactions()).toEqual(signed);

    await empty();
    await world.mine(STUCK_AFTER_BLOCKS);
    await round();
    for (const { id } of [first, second]) expect(await row(id)).toMatchObject(waits);
    await forgetMinimumFee(chain);
    await round();
    expect((await chain.node.mempool()).toSorted()).toEqual(signed.map(({ txid }) => txid));
    await world.mine(6);
    await round();
    for (const { id, address } of [first, second]) {
      expect((await row(id)).state).toBe('confirmed');
      expect(await receivedOn(chain, address)).toEqual([29_411_764]);
    }
    expect(await ownTransactions()).toEqual(signed);
    const unmined = db.selectFrom('ownTransactions').where('minedHeight', 'is', null).select('txid');
    expect(await unmined.execute()).toEqual([]);
    expect(await openReviews()).toBe(0);
    expect(await walletBalance(db, sela, 'seller')).toMatchObject({ posted: 10_000 - 2 * 2_725, held: 0 });
    expect(await proveBooks(db)).toEqual([]);
  });
});
