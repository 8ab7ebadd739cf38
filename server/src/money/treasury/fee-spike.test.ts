import { Transaction } from '@scure/btc-signer';
import { cents } from '@sterling/contract/money.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { treasuryRound } from '../../../test/rounds.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { MAX_FEE_RATE } from '../withdrawals/coins.rules.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { STUCK_AFTER_BLOCKS, SWEEP_STUCK_AFTER_BLOCKS } from './child.rules.ts';
import { requestSweep } from './sweeps.ts';

let world: PayerWorld;
afterEach(async () => {
  await expectBalancedBooks(world);
  await world.close();
});

const TARGET_RATE = 20;
const cheap = () => ({ ...world.node, estimateFeeRate: async () => 1 });
const eager = () => ({ ...world.node, estimateFeeRate: async () => TARGET_RATE });
/** A node that accepts a payment and neither relays nor mines it. */
const isolated = () => ({ ...cheap(), broadcast: async () => ({ kind: 'accepted' as const }) });
const minimumFee = (litoshiPerVbyte: number) => world.control('/litecoin/minimum-fee', { litoshiPerVbyte });
const keep = (node = world.node) => treasuryRound({ ...world, node });
const withdrawals = () =>
  world.db.selectFrom('withdrawals').orderBy('createdAt').select(['state', 'reason', 'txid']).execute();
const own = (kind: string) =>
  world.db.selectFrom('ownTransactions').where('kind', '=', kind).selectAll().execute();
const openReviews = async () =>
  (await world.db.selectFrom('reviews').where('state', '=', 'open').select('id').execute()).length;

async function ask(count: number): Promise<void> {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, 100_000, { wallet: 'seller' });
  for (let nth = 0; nth < count; nth += 1)
    await inTransaction(world.db, (tx) =>
      requestWithdrawal(
        tx,
        { id, isOwner: false },
        { amount: cents(2_500), ltcAddress: freshAddress() },
        'regtest',
      ),
    );
}

describe('rare day 18: a chain of payments below the minimum fee of the mempool', () => {
  beforeEach(async () => {
    world = await openPayerWorld({ coins: 1 });
    await ask(2);
    for (let looks = 0; looks < 2; looks += 1) await world.payRound(cheap());
    expect(await world.node.mempool()).toHaveLength(2);
    await minimumFee(5);
    expect(await world.node.mempool()).toEqual([]);
  });

  test('is not read as spent: it waits, and is sent again when the minimum has fallen', async () => {
    await world.payRound();
    const waits = { state: 'broadcast', reason: 'Waiting for the Litecoin network to accept it' };
    expect(await withdrawals()).toMatchObject([waits, waits]);
    expect(await openReviews()).toBe(0);
    await minimumFee(1);
    await world.payRound();
    expect(await world.node.mempool()).toHaveLength(2);
    expect(await withdrawals()).toMatchObject([{ reason: null }, { reason: null }]);
  });

  test('gets no child that cannot relay, and one child when its parents can', async () => {
    await world.mine(STUCK_AFTER_BLOCKS);
    await keep(eager());
    expect(await own('child')).toEqual([]);
    await minimumFee(1);
    await keep(eager());
    const [child, ...others] = await own('child');
    expect(others).toEqual([]);
    const txids = (await withdrawals()).map(({ txid }) => txid!);
    expect((await world.node.mempool()).toSorted()).toEqual([child!.txid, ...txids].toSorted());
    // the child pays for its parents, so they stay although each alone pays less
    await minimumFee(5);
    expect(await world.node.mempool()).toHaveLength(3);
  });
});

describe('rare day 24: a payment at the lowest rate', () => {
  beforeEach(async () => {
    world = await openPayerWorld({ coins: 1 });
    await ask(1);
    await world.payRound({ ...isolated(), testAccept: async () => ({ allowed: true, reason: null }) });
    await world.mine(STUCK_AFTER_BLOCKS);
  });

  test('gets a child that pays for both at the highest rate', async () => {
    await keep({ ...world.node, estimateFeeRate: async () => MAX_FEE_RATE });
    const [[child], [payment]] = [await own('child'), await own('withdrawal')];
    const { vsize } = Transaction.fromRaw(Buffer.from(payment!.hex!, 'hex'));
    // a child is planned with 110 virtual bytes
    expect(child!.feeLitoshi + payment!.feeLitoshi).toBe(MAX_FEE_RATE * (110 + vsize));
    await world.mine(1);
    expect(await world.node.mempool()).toEqual([]);
  });
});

describe('rare day 18: a sweep with a low fee', () => {
  beforeEach(async () => {
    world = await openPayerWorld({ coins: 0 });
    const buyer = await makePerson(world.db, 'bea');
    for (const ltc of [1, 2]) {
      const address = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, buyer));
      await world.control('/litecoin/send', { address, ltc });
    }
    await world.mine(12);
    await inTransaction(world.db, (tx) => requestSweep(tx, null));
    await keep(isolated());
  });

  test('is mined together with a child when it is stuck, and its coins pay the next withdrawals', async () => {
    const [sweep] = await own('sweep');
    await world.mine(SWEEP_STUCK_AFTER_BLOCKS - 1);
    await keep({ ...isolated(), estimateFeeRate: async () => TARGET_RATE });
    expect(await own('child')).toEqual([]);
    await world.mine(1);
    await Promise.all([keep(eager()), keep(eager())]);
    const [child, ...others] = await own('child');
    expect(others).toEqual([]);
    // the fees of both are the target rate for both; the sweep paid 1 litoshi per estimated virtual byte
    const vbytes = 110 + sweep!.feeLitoshi;
    expect((child!.feeLitoshi + sweep!.feeLitoshi) / vbytes).toBeCloseTo(TARGET_RATE, 0);
    await world.mine(1);
    expect(await world.node.mempool()).toEqual([]);
    await ask(2);
    await world.payRound();
    expect(await withdrawals()).toMatchObject([{ state: 'broadcast' }, { state: 'broadcast' }]);
  });
});
