import { type Cents, cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import type { Person } from '../../../test/chain-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { receivedOn } from '../../../test/restored-world.ts';
import { payRound } from '../../../test/rounds.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { isOfBareOrder } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeOvertaken, openReview } from '../../trade/reviews/reviews.ts';
import { account, hold, post, walletBalance } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/proof.ts';
import { decideWithdrawal } from '../withdrawals/deciding.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { payoutStopReason } from './guards.reads.ts';

/** Only litecoind can return to a branch that it had left. */
const LITECOIND = CHAINS.filter(({ name }) => name === 'litecoind');

describe.each(LITECOIND)('a reorganisation deeper than all that Sterling waits for, on $name', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  let [nova, sela]: Person[] = [];
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
    nova = await world.person('nova');
    sela = await world.person('sela');
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  /** Nova buys from Sela. */
  const buy = (amount: Cents) =>
    inTransaction(world.database.db, async (tx) => {
      await hold(tx, 'order 1', account.buyer(nova!.id), amount);
      const postings = [{ from: account.buyer(nova!.id), to: account.seller(sela!.id), amount }];
      await post(tx, { key: 'order 1 completed', kind: 'order.completed', hold: 'order 1', postings });
    });
  const withdraw = (ltcAddress: string) =>
    inTransaction(world.database.db, (tx) =>
      requestWithdrawal(
        tx,
        { id: sela!.id, isOwner: false },
        { amount: cents(2_500), ltcAddress },
        'regtest',
      ),
    );
  const stateOf = async (id: string) =>
    (
      await world.database.db
        .selectFrom('withdrawals')
        .where('id', '=', id)
        .select('state')
        .executeTakeFirstOrThrow()
    ).state;
  const balances = async () => [
    await world.balance(nova!),
    (await walletBalance(world.database.db, sela!.id, 'seller')).posted,
  ];
  const round = async () => {
    await payRound(world.sweeping);
    await world.look();
  };
  /** As if a restored database had met the payment before the signer knew it again. */
  const meetUnknown = async (id: string) => {
    const { db } = world.database;
    const own = await db
      .selectFrom('ownTransactions as t')
      .innerJoin('withdrawals as w', 'w.txid', 't.txid')
      .where('w.id', '=', id)
      .select('t.id')
      .executeTakeFirstOrThrow();
    await inTransaction(db, async (tx) => {
      await openReview(tx, { kind: 'foreign_spend', subjectId: own.id, userId: null });
      await closeOvertaken(tx, 'foreign_spend', own.id);
    });
  };
  const differences = async () =>
    (await proveBooks(world.database.db)).filter((each) => !isOfBareOrder(each));

  test('rare day 24: takes back a spent deposit, its sweep and a booked withdrawal, each once, and the old branch that returns stops payouts', async () => {
    const { db } = world.database;
    const deposit = await chain.pay({ address: nova!.address, ltc: 1 });
    await world.mine(26);
    await buy(cents(8_000));
    await world.wish();
    await world.look();
    await world.mine(6);
    const address = freshAddress();
    const { id } = await withdraw(address);
    await round();
    await world.mine(6);
    await round();
    expect([await stateOf(id), await balances()]).toEqual(['confirmed', [500, 5_275]]);
    await meetUnknown(id);

    const height = (await chain.node.chainInfo()).blocks - 37;
    const before = await chain.rpc('getblockhash', height);
    await chain.reorg(38, [deposit]);
    await world.scan();
    await round();
    expect([await stateOf(id), await balances()]).toEqual(['needs_review', [-8_000, 5_275]]);
    expect(await differences()).toEqual([]);
    await inTransaction(db, async (tx) => {
      await closeOvertaken(tx, 'withdrawal', id);
      await decideWithdrawal(tx, id, { decision: 'reject', reason: 'the deposit is gone' });
    });
    expect([await stateOf(id), await balances()]).toEqual(['failed', [-8_000, 8_000]]);
    await expect(withdraw(freshAddress())).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await differences()).toEqual([]);

    await chain.rpc('invalidateblock', await chain.rpc('getblockhash', height));
    await chain.rpc('reconsiderblock', before);
    await world.mine(3);
    await round();
    expect(await receivedOn(chain, address)).toHaveLength(1);
    expect([await stateOf(id), await balances()]).toEqual(['failed', [500, 8_000]]);
    expect(await payoutStopReason(db)).not.toBeNull();
    const open = db
      .selectFrom('reviews')
      .where('kind', '=', 'foreign_spend')
      .where('state', '=', 'open')
      .select('facts');
    expect(await open.execute()).toEqual([{ facts: expect.objectContaining({ places: ['hot'] }) }]);
    expect(await differences()).toEqual([]);
  });
});
