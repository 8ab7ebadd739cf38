import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, type PayerWorld } from '../../../test/payer.ts';
import { spendCoinOf } from '../../../test/rival.ts';
import { openSignedPayments, type SignedPayments } from '../../../test/signed-payments.ts';
import { acceptSpends } from '../../../test/spends.ts';
import { makePerson, postedOf } from '../../../test/wallets.ts';
import { deleteUser } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { signHouse } from '../signer/signer.jobs.ts';
import { requestSweep } from '../treasury/sweeps.ts';
import { REVIEW_AFTER_BLOCKS, reviewStuck } from '../treasury/unmined-reviews.ts';
import { listTransfers } from '../wallet/transfers.reads.ts';

let world: PayerWorld;
let payments: SignedPayments;
let owner: string;
afterEach(async () => {
  await expectBalancedBooks(world);
  await world.close();
});
const openWith = (coins: number) =>
  beforeEach(async () => {
    payments = await openSignedPayments(coins);
    world = payments.world;
    owner = await makePerson(world.db, 'olga');
  });

describe('rare day 17: a withdrawal with coins of the hot wallet', () => {
  openWith(3);

  /** A node that accepts a payment and neither relays nor mines it. */
  const isolated = () => ({ ...world.node, broadcast: async () => ({ kind: 'accepted' as const }) });

  /** A confirmed withdrawal of $25.00. */
  async function confirmed() {
    const withdrawal = await payments.ask();
    await payments.look();
    await world.mine(6);
    await payments.look();
    const { txid, confirmedAt, userId } = await payments.stateOf(withdrawal);
    expect((await payments.balance()).posted).toBe(7_275);
    return { withdrawal, txid: txid!, confirmedAt, userId };
  }

  /** Removes a confirmed payment from the chain, and spends one of its coins elsewhere. */
  async function lose(txid: string) {
    await world.control('/litecoin/reorg', { depth: 6, drop: [txid] });
    await spendCoinOf(world, txid);
    await world.mine(1);
    await acceptSpends(world.db, owner);
    await payments.look();
  }

  test('that was confirmed once and then lost returns its booked money when the other spend is 6 deep', async () => {
    const { withdrawal, txid, confirmedAt, userId } = await confirmed();
    const shown = async () => (await listTransfers(world.db, userId, 'seller', {})).rows;
    expect(await shown()).toMatchObject([{ status: 'completed', balanceAfter: 7_275 }]);
    await lose(txid);
    expect(await payments.stateOf(withdrawal)).toMatchObject({ state: 'needs_review', confirmedAt });
    await expect(payments.decide(withdrawal, 'reject')).rejects.toMatchObject({ code: 'payment_possible' });
    await world.mine(5);
    await payments.decide(withdrawal, 'reject');
    expect(await payments.stateOf(withdrawal)).toMatchObject({ state: 'failed', confirmedAt });
    expect(await payments.balance()).toMatchObject({ posted: 10_000, held: 0 });
    expect(await shown()).toMatchObject([{ status: 'failed', balanceAfter: null }]);
    expect(await postedOf(world.db, 'house:fees')).toBe(0);
    expect(await postedOf(world.db, 'house:network-fees')).toBe(0);
  });

  test('of a person who has deleted their account meanwhile returns its money to the house', async () => {
    const { withdrawal, txid, userId } = await confirmed();
    const vault = { hashes: () => ({}) };
    await inTransaction(world.db, (tx) => deleteUser(tx, vault as never, userId, { forfeit: true }));
    const before = await postedOf(world.db, 'house:adjustments');
    await lose(txid);
    await world.mine(5);
    await payments.decide(withdrawal, 'reject');
    expect((await payments.stateOf(withdrawal)).state).toBe('failed');
    expect((await payments.balance()).posted).toBe(0);
    expect((await postedOf(world.db, 'house:adjustments')) - before).toBe(2_725);
  });

  test('that is in no block for hours goes to review, and is cancelled safely', async () => {
    const withdrawal = await payments.ask();
    await payments.look(isolated());
    await world.mine(REVIEW_AFTER_BLOCKS - 1);
    await reviewStuck(world.db);
    expect(await payments.openReviews()).toBe(0);
    await world.mine(1);
    await reviewStuck(world.db);
    expect(await payments.stateOf(withdrawal)).toMatchObject({
      state: 'needs_review',
      facts: { answer: 'stuck' },
    });
    await payments.decide(withdrawal, 'reject');
    await payments.look();
    await world.mine(6);
    await payments.look();
    expect((await payments.stateOf(withdrawal)).state).toBe('failed');
    expect(await payments.balance()).toMatchObject({ posted: 10_000, held: 0 });
    expect(await world.received(withdrawal.address)).toEqual([]);
  });

  test('that is mined while it is in review needs no decision any longer', async () => {
    const withdrawal = await payments.ask();
    await payments.look(isolated());
    await world.mine(REVIEW_AFTER_BLOCKS);
    await reviewStuck(world.db);
    expect(await payments.openReviews()).toBe(1);
    const [payment] = await payments.own('withdrawal');
    expect(await world.node.broadcast(payment!.hex!)).toEqual({ kind: 'accepted' });
    await world.mine(1);
    await payments.look();
    expect((await payments.stateOf(withdrawal)).state).toBe('broadcast');
    expect(await payments.openReviews()).toBe(0);
  });

  test('that is mined while it is being cancelled is paid once and completed', async () => {
    const withdrawal = await payments.ask();
    await payments.look(isolated());
    await world.mine(REVIEW_AFTER_BLOCKS);
    await reviewStuck(world.db);
    await payments.decide(withdrawal, 'reject');
    await payments.look({
      ...world.node,
      broadcast: async () => ({ kind: 'unclear' as const, message: 'lost' }),
    });
    expect(await payments.own('cancel')).toHaveLength(1);
    const [payment] = await payments.own('withdrawal');
    expect(await world.node.broadcast(payment!.hex!)).toEqual({ kind: 'accepted' });
    await world.mine(1);
    await payments.look();
    expect((await payments.stateOf(withdrawal)).state).toBe('broadcast');
    await world.mine(5);
    await payments.look();
    await payments.look();
    expect((await payments.stateOf(withdrawal)).state).toBe('confirmed');
    expect((await payments.own('cancel'))[0]!.givenUpAt).not.toBeNull();
    expect(await payments.balance()).toMatchObject({ posted: 7_275, held: 0 });
  });
});

describe('rare day 17: a withdrawal that is being cancelled', () => {
  openWith(3);

  /** Withdrawals that no block contains for hours, and that the owner cancels. */
  async function cancelled(count: number) {
    const isolated = { ...world.node, broadcast: async () => ({ kind: 'accepted' as const }) };
    const asked: Awaited<ReturnType<typeof payments.ask>>[] = [];
    for (let nth = 0; nth < count; nth += 1) asked.push(await payments.ask());
    await payments.look(isolated);
    await world.mine(REVIEW_AFTER_BLOCKS);
    await reviewStuck(world.db);
    for (const each of asked) await payments.decide(each, 'reject');
    return asked;
  }

  test('is cancelled although a sweep and the cancel of another one cannot be signed', async () => {
    await cancelled(2);
    await inTransaction(world.db, (tx) => requestSweep(tx, null));
    let asked = 0;
    const testAccept = async (hex: string) => {
      asked += 1;
      if (asked === 1) throw new Error('no answer');
      return world.node.testAccept(hex);
    };
    const estimateFeeRate = async (blocks: number) => {
      if (blocks > 6) throw new Error('no estimate');
      return world.node.estimateFeeRate(blocks);
    };
    const failing = { ...world, node: { ...world.node, testAccept, estimateFeeRate } };
    await expect(signHouse(failing)).rejects.toThrow('no estimate; no answer');
    expect(await payments.own('cancel')).toHaveLength(1);
    await signHouse(world);
    expect(await payments.own('cancel')).toHaveLength(2);
  });

  test('is cancelled again when it was mined and lost before the worker looked', async () => {
    const [withdrawal] = await cancelled(1);
    const [payment] = await payments.own('withdrawal');
    expect(await world.node.broadcast(payment!.hex!)).toEqual({ kind: 'accepted' });
    await world.mine(1);
    await world.control('/litecoin/reorg', { depth: 1, drop: [payment!.txid] });
    await world.follow();
    await payments.look();
    await world.mine(6);
    await payments.look();
    expect((await payments.stateOf(withdrawal!)).state).toBe('failed');
    expect(await payments.balance()).toMatchObject({ posted: 10_000, held: 0 });
  });
});

describe('rare day 17: a chain of payments that our own change connects', () => {
  openWith(1);

  test('is refunded as a whole when its first coin was spent elsewhere, 6 deep', async () => {
    const chain = [await payments.ask(), await payments.ask(), await payments.ask()];
    for (const _ of chain) await payments.look();
    await world.mine(1);
    const { txid } = await payments.stateOf(chain[0]!);
    await world.control('/litecoin/reorg', { depth: 1, drop: [txid] });
    await spendCoinOf(world, txid!);
    await world.mine(1);
    await acceptSpends(world.db, owner);
    await payments.look();
    for (const each of chain) expect((await payments.stateOf(each)).state).toBe('needs_review');
    await payments.decide(chain[2]!, 'reject');
    await world.mine(4);
    await payments.look();
    expect((await payments.stateOf(chain[2]!)).state).toBe('cancelling');
    expect((await payments.balance()).held).toBe(3 * 2_725);
    await world.mine(1);
    await payments.look();
    expect((await payments.stateOf(chain[2]!)).state).toBe('failed');
    // the signer did not sign the other spend, so the owner decides about each payment
    for (const each of chain.slice(0, 2)) {
      expect((await payments.stateOf(each)).state).toBe('needs_review');
      await payments.decide(each, 'reject');
    }
    expect(await payments.balance()).toMatchObject({ posted: 10_000, held: 0 });
    expect(await payments.own('cancel')).toEqual([]);
  });
});
