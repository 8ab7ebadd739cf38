import { cents } from '@sterling/contract/money.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld, proveBooks } from '../../../test/payer.ts';
import { spendCoinOf } from '../../../test/rival.ts';
import { openRawRpc } from '../../../test/test-chain.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeDecided } from '../../trade/reviews/reviews.ts';
import { postedOf, walletBalance } from '../ledger/ledger.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { REVIEW_AFTER_BLOCKS, reviewStuck } from '../treasury/stuck.ts';
import { runTreasuryOnce } from '../treasury/treasury.jobs.ts';
import { decideHousePayment, requestSweep } from '../treasury/treasury.ts';
import { decideWithdrawal } from './deciding.ts';
import { payOnce } from './withdrawals.jobs.ts';
import { requestWithdrawal } from './withdrawals.ts';

let world: PayerWorld;
let sela: string;
let owner: string;
afterEach(async () => {
  await proveBooks(world);
  await world.close();
});
const openWith = (coins: number) =>
  beforeEach(async () => {
    world = await openPayerWorld({ coins });
    owner = await makePerson(world.db, 'otto');
    sela = await makePerson(world.db, 'sela');
    await credit(world.db, sela, 10_000, { wallet: 'seller' });
  });

async function ask(): Promise<{ id: string; address: string }> {
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  return inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, world.queue, { id: sela, isOwner: false }, wish, 'regtest'),
  );
}
/** One round of the worker and the signer. */
async function look(node = world.node): Promise<void> {
  await payOnce({ ...world, node }, new Date());
  await runTreasuryOnce({ ...world, node }, new Date());
}
const stateOf = ({ id }: { id: string }) =>
  world.db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const own = (kind: string) =>
  world.db.selectFrom('ownTransactions').where('kind', '=', kind).orderBy('signedAt').selectAll().execute();
/** The owner decides the open review of a withdrawal or of a payment to ourselves. */
const decide = ({ id }: { id: string }, decision: 'approve' | 'reject') =>
  inTransaction(world.db, async (tx) => {
    const review = await tx
      .selectFrom('reviews')
      .where('subjectId', '=', id)
      .where('state', '=', 'open')
      .select(['id', 'kind'])
      .executeTakeFirstOrThrow();
    const decided = { decision, reason: 'looked at', decidedBy: owner };
    await closeDecided(tx, review.id, decided);
    if (review.kind === 'withdrawal') await decideWithdrawal(tx, world.queue, id, decided);
    else await decideHousePayment(tx, id, decision);
  });
const openReviews = async () =>
  (await world.db.selectFrom('reviews').where('state', '=', 'open').select('subjectId').execute()).length;
const heldOf = async () => (await walletBalance(world.db, sela, 'seller')).held;

function hexOf(txid: string): Promise<string> {
  const { rpcUrl, rpcUser, rpcPassword } = world.config.litecoin;
  return openRawRpc(rpcUrl, `${rpcUser}:${rpcPassword}`)('getrawtransaction', txid);
}

describe('rare day 17: a withdrawal whose sweep lost a parent in a reorganisation', () => {
  openWith(0);

  /** Sweeps deposits of these amounts, and spends the sweep in two withdrawals. Then drops the first deposit. */
  async function loseFirst(...amounts: number[]) {
    const buyer = await makePerson(world.db, 'bea');
    const paid: string[] = [];
    for (const ltc of amounts) {
      const address = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, buyer));
      paid.push((await world.control<{ txid: string }>('/litecoin/send', { address, ltc })).txid);
    }
    const lost = { txid: paid[0]!, hex: await hexOf(paid[0]!) };
    await world.mine(12);
    await inTransaction(world.db, (tx) => requestSweep(tx, null));
    await look();
    await world.mine(1);
    const withdrawals = [await ask(), await ask()] as const;
    await look();
    await look();
    for (const each of withdrawals) expect((await stateOf(each)).state).toBe('broadcast');
    await world.control('/litecoin/reorg', { depth: 13, drop: [lost.txid] });
    await world.follow();
    await look();
    for (const each of withdrawals) expect((await stateOf(each)).state).toBe('needs_review');
    expect(await openReviews()).toBeGreaterThan(2);
    return { withdrawals, lost, sweep: (await own('sweep'))[0]! };
  }

  test('is refunded with what builds on it when a cancel of the sweep is 6 deep, and not before', async () => {
    const { withdrawals, sweep } = await loseFirst(0.5, 0.7);
    await decide(withdrawals[0], 'reject');
    await look();
    expect(await own('cancel')).toEqual([]);
    await decide(sweep, 'reject');
    await Promise.all([look(), look()]);
    expect(await own('cancel')).toHaveLength(1);

    await world.mine(5);
    await look();
    expect((await stateOf(withdrawals[0])).state).toBe('cancelling');
    expect(await heldOf()).toBe(2 * 2_725);
    await world.mine(1);
    await look();
    for (const each of withdrawals) {
      expect(await stateOf(each)).toMatchObject({ state: 'failed', confirmedAt: null });
      expect(await world.received(each.address)).toEqual([]);
    }
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ posted: 10_000, held: 0 });
    const [cancel] = await own('cancel');
    expect(await postedOf(world.db, 'treasury:ltc')).toBe(70_000_000 - cancel!.feeLitoshi);
  });

  test('is refunded without a cancel when the sender spent the deposit elsewhere, 6 deep', async () => {
    const { withdrawals, lost } = await loseFirst(1.2);
    await decide(withdrawals[0], 'reject');
    await world.control('/litecoin/double-spend', { txid: lost.txid });
    await world.mine(5);
    await look();
    expect((await stateOf(withdrawals[0])).state).toBe('cancelling');
    await world.mine(1);
    await look();
    expect((await stateOf(withdrawals[0])).state).toBe('failed');
    expect(await own('cancel')).toEqual([]);
    await decide(withdrawals[1], 'reject');
    expect((await stateOf(withdrawals[1])).state).toBe('failed');
    expect(await heldOf()).toBe(0);
    expect((await own('sweep'))[0]!.givenUpAt).not.toBeNull();
  });

  test('is paid after all when the deposit returns', async () => {
    const { withdrawals, lost, sweep } = await loseFirst(1.2);
    await decide(withdrawals[1], 'reject');
    expect(await world.node.broadcast(lost.hex)).toMatchObject({ kind: 'accepted' });
    await world.mine(6);
    await decide(withdrawals[0], 'approve');
    await decide(sweep, 'approve');
    await look();
    await look();
    await world.mine(6);
    await look();
    expect((await stateOf(withdrawals[0])).state).toBe('confirmed');
    // its change exists again: the second withdrawal is cancelled with it
    await look();
    await world.mine(6);
    await look();
    expect((await stateOf(withdrawals[1])).state).toBe('failed');
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ posted: 7_275, held: 0 });
  });
});

describe('rare day 17: a withdrawal with coins of the hot wallet', () => {
  openWith(3);

  /** A node that accepts a payment and neither relays nor mines it. */
  const isolated = () => ({ ...world.node, broadcast: async () => ({ kind: 'accepted' as const }) });

  test('that was confirmed once and then lost returns its booked money when the other spend is 6 deep', async () => {
    const withdrawal = await ask();
    await look();
    await world.mine(6);
    await look();
    const { txid, confirmedAt } = await stateOf(withdrawal);
    expect((await walletBalance(world.db, sela, 'seller')).posted).toBe(7_275);
    await world.control('/litecoin/reorg', { depth: 6, drop: [txid] });
    await spendCoinOf(world, txid!);
    await world.mine(1);
    await look();
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review', confirmedAt });
    await expect(decide(withdrawal, 'reject')).rejects.toMatchObject({ code: 'payment_possible' });
    await world.mine(5);
    await decide(withdrawal, 'reject');
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'failed', confirmedAt });
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ posted: 10_000, held: 0 });
    expect(await postedOf(world.db, 'house:fees')).toBe(0);
    expect(await postedOf(world.db, 'house:network-fees')).toBe(0);
  });

  test('that is in no block for hours goes to review, and is cancelled safely', async () => {
    const withdrawal = await ask();
    await look(isolated());
    await world.mine(REVIEW_AFTER_BLOCKS - 1);
    await reviewStuck(world.db);
    expect(await openReviews()).toBe(0);
    await world.mine(1);
    await reviewStuck(world.db);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review', facts: { answer: 'stuck' } });
    await decide(withdrawal, 'reject');
    await look();
    await world.mine(6);
    await look();
    expect((await stateOf(withdrawal)).state).toBe('failed');
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ posted: 10_000, held: 0 });
    expect(await world.received(withdrawal.address)).toEqual([]);
  });

  test('that is mined while it is being cancelled is paid once and completed', async () => {
    const withdrawal = await ask();
    await look(isolated());
    await world.mine(REVIEW_AFTER_BLOCKS);
    await reviewStuck(world.db);
    await decide(withdrawal, 'reject');
    await look({ ...world.node, broadcast: async () => ({ kind: 'unclear' as const, message: 'lost' }) });
    expect(await own('cancel')).toHaveLength(1);
    const [payment] = await own('withdrawal');
    expect(await world.node.broadcast(payment!.hex!)).toEqual({ kind: 'accepted' });
    await world.mine(1);
    await look();
    expect((await stateOf(withdrawal)).state).toBe('broadcast');
    await world.mine(5);
    await look();
    await look();
    expect((await stateOf(withdrawal)).state).toBe('confirmed');
    expect((await own('cancel'))[0]!.givenUpAt).not.toBeNull();
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ posted: 7_275, held: 0 });
  });
});
