import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, type PayerWorld } from '../../../test/payer.ts';
import { openSignedPayments, type SignedPayments } from '../../../test/signed-payments.ts';
import { openRawRpc } from '../../../test/test-chain.ts';
import { makePerson, postedOf } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { listReviews } from '../../trade/reviews/reviews.reads.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { requestSweep } from '../treasury/sweeps.ts';

let world: PayerWorld;
let payments: SignedPayments;
afterEach(async () => {
  await expectBalancedBooks(world);
  await world.close();
});
const openWith = (coins: number) =>
  beforeEach(async () => {
    payments = await openSignedPayments(coins);
    world = payments.world;
  });

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
    await payments.look();
    await world.mine(1);
    const withdrawals = [await payments.ask(), await payments.ask()] as const;
    await payments.look();
    await payments.look();
    for (const each of withdrawals) expect((await payments.stateOf(each)).state).toBe('broadcast');
    await world.control('/litecoin/reorg', { depth: 13, drop: [lost.txid] });
    await world.follow();
    await payments.look();
    for (const each of withdrawals) expect((await payments.stateOf(each)).state).toBe('needs_review');
    expect(await payments.openReviews()).toBeGreaterThan(2);
    return { withdrawals, lost, sweep: (await payments.own('sweep'))[0]! };
  }

  test('is refunded with what builds on it when a cancel of the sweep is 6 deep, and not before', async () => {
    const { withdrawals, sweep } = await loseFirst(0.5, 0.7);
    await payments.decide(withdrawals[0], 'reject');
    await payments.look();
    expect(await payments.own('cancel')).toEqual([]);
    await payments.decide(sweep, 'reject');
    await Promise.all([payments.look(), payments.look()]);
    expect(await payments.own('cancel')).toHaveLength(1);

    await world.mine(5);
    await payments.look();
    expect((await payments.stateOf(withdrawals[0])).state).toBe('cancelling');
    expect((await payments.balance()).held).toBe(2 * 2_725);
    await world.mine(1);
    await payments.look();
    for (const each of withdrawals) {
      expect(await payments.stateOf(each)).toMatchObject({ state: 'failed', confirmedAt: null });
      expect(await world.received(each.address)).toEqual([]);
    }
    expect(await payments.balance()).toMatchObject({ posted: 10_000, held: 0 });
    const [cancel] = await payments.own('cancel');
    expect(await postedOf(world.db, 'treasury:ltc')).toBe(70_000_000 - cancel!.feeLitoshi);
  });

  test('is refunded without a cancel when the sender spent the deposit elsewhere, 6 deep', async () => {
    const { withdrawals, lost } = await loseFirst(1.2);
    await payments.decide(withdrawals[0], 'reject');
    await world.control('/litecoin/double-spend', { txid: lost.txid });
    await world.mine(5);
    await payments.look();
    expect((await payments.stateOf(withdrawals[0])).state).toBe('cancelling');
    await world.mine(1);
    await payments.look();
    expect((await payments.stateOf(withdrawals[0])).state).toBe('failed');
    expect(await payments.own('cancel')).toEqual([]);
    await payments.decide(withdrawals[1], 'reject');
    expect((await payments.stateOf(withdrawals[1])).state).toBe('failed');
    expect((await payments.balance()).held).toBe(0);
    expect((await payments.own('sweep'))[0]!.givenUpAt).not.toBeNull();
  });

  test('is paid after all when the deposit returns', async () => {
    const { withdrawals, lost, sweep } = await loseFirst(1.2);
    await payments.decide(withdrawals[1], 'reject');
    expect(await world.node.broadcast(lost.hex)).toMatchObject({ kind: 'accepted' });
    await world.mine(6);
    await payments.decide(withdrawals[0], 'approve');
    await payments.decide(sweep, 'approve');
    await payments.look();
    await payments.look();
    await world.mine(6);
    await payments.look();
    expect((await payments.stateOf(withdrawals[0])).state).toBe('confirmed');
    // its change exists again: the second withdrawal is cancelled with it
    await payments.look();
    await world.mine(6);
    await payments.look();
    expect((await payments.stateOf(withdrawals[1])).state).toBe('failed');
    expect(await payments.balance()).toMatchObject({ posted: 7_275, held: 0 });
  });

  /** Cancels both withdrawals of a sweep whose only deposit is gone, and lets hours pass. */
  async function cancelGone() {
    const { withdrawals, lost } = await loseFirst(1.2);
    const signed = await payments.own('withdrawal');
    const [sweep] = await payments.own('sweep');
    for (const each of withdrawals) await payments.decide(each, 'reject');
    await payments.look();
    for (const each of withdrawals) expect((await payments.stateOf(each)).state).toBe('cancelling');
    expect(await payments.own('cancel')).toEqual([]);
    await world.database.asOwner(
      `update own_transactions set given_up_at = given_up_at - interval '7 hours'`,
    );
    await payments.look();
    for (const each of withdrawals)
      expect(await payments.stateOf(each)).toMatchObject({ state: 'cancelling', facts: { answer: 'gone' } });
    return { withdrawals, bytes: [lost.hex, ...[sweep!, ...signed].map(({ hex }) => hex!)] };
  }

  test('is not returned by a decision that comes after its block', async () => {
    const { withdrawals, bytes } = await cancelGone();
    for (const hex of bytes) expect(await world.node.broadcast(hex)).toEqual({ kind: 'accepted' });
    await world.mine(1);
    await world.follow();
    await expect(payments.decide(withdrawals[0], 'reject')).rejects.toMatchObject({
      code: 'payment_possible',
    });
    await world.mine(5);
    await payments.look();
    for (const each of withdrawals) expect((await payments.stateOf(each)).state).toBe('confirmed');
    expect(await payments.balance()).toMatchObject({ posted: 10_000 - 2 * 2_725, held: 0 });
  });

  test('ends by a decision of the owner when its only deposit is gone for good, and a later payment stops payouts', async () => {
    const { withdrawals, bytes } = await cancelGone();
    await payments.decide(withdrawals[0], 'reject');
    expect((await payments.stateOf(withdrawals[0])).state).toBe('failed');
    expect((await payments.balance()).held).toBe(2_725);
    // the owner lets the other one wait, and is asked again hours later
    await payments.decide(withdrawals[1], 'approve');
    expect((await payments.stateOf(withdrawals[1])).state).toBe('cancelling');

    for (const hex of bytes) expect(await world.node.broadcast(hex)).toEqual({ kind: 'accepted' });
    await world.mine(6);
    await payments.look();
    expect((await payments.stateOf(withdrawals[0])).state).toBe('failed');
    expect((await payments.stateOf(withdrawals[1])).state).toBe('confirmed');
    const { rows } = await listReviews(world.db, { kind: 'foreign_spend' });
    expect(rows).toMatchObject([{ facts: { txid: (await payments.stateOf(withdrawals[0])).txid } }]);
    expect(await payoutStopReason(world.db)).not.toBeNull();
  });
});
