import { cents } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { acceptSpends } from '../../../test/spends.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { decideWithdrawal } from './deciding.ts';
import { buildPayment } from './payment.ts';
import { sendOne } from './sending.jobs.ts';
import { signApproved } from './signing.jobs.ts';
import { requestWithdrawal } from './withdrawals.ts';

let world: PayerWorld;
let sela: string;
let otto: string;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 6 });
  otto = await makePerson(world.db, 'otto');
});
beforeEach(async () => {
  sela = await makePerson(world.db, 'sela');
  await credit(world.db, sela, 10_000, { wallet: 'seller' });
});
afterEach(() => expectBalancedBooks(world));
afterAll(() => world.close());

const stateOf = (id: string) =>
  world.db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const openReviews = (id: string) =>
  world.db
    .selectFrom('reviews')
    .where('subjectId', '=', id)
    .where('state', '=', 'open')
    .select('id')
    .execute();
const decide = (id: string, decision: 'approve' | 'reject') =>
  inTransaction(world.db, (tx) => decideWithdrawal(tx, id, { decision, reason: 'looked at' }));

/** A signed withdrawal in review, because another transaction spends one of its coins. */
async function conflicted() {
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  const { id } = await inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest'),
  );
  await signApproved(world);
  const txid = (await stateOf(id)).txid!;
  const own = world.db.selectFrom('ownTransactions').where('txid', '=', txid).select('hex');
  const hex = (await own.executeTakeFirstOrThrow()).hex!;
  await spendCoinOf(txid);
  await sendOne(world, { id, txid, hex });
  expect((await stateOf(id)).state).toBe('needs_review');
  expect(await openReviews(id)).toHaveLength(1);
  return { id, txid, address: wish.ltcAddress };
}

async function spendCoinOf(txid: string): Promise<void> {
  const coin = await world.db
    .selectFrom('chainOutputs as o')
    .innerJoin('addresses as a', 'a.address', 'o.address')
    .where('o.reservedBy', '=', txid)
    .select(['o.txid', 'o.n', 'o.litoshi', 'a.script', 'a.branch', 'a.index'])
    .executeTakeFirstOrThrow();
  const rival = buildPayment({
    inputs: [{ ...coin, value: coin.litoshi as never, unminedDepth: 0 }],
    payee: { script: coin.script, amount: (coin.litoshi - 5_000) as never },
    kept: [],
    fee: 5_000 as never,
  });
  world.signer.signP2wpkh(rival, [{ account: 'hot', branch: coin.branch, index: coin.index }]);
  expect(await world.node.broadcast(rival.hex)).toEqual({ kind: 'accepted' });
}

describe('a payment whose coin another transaction spends', () => {
  test('S5.07 can be rejected only when that transaction is 6 deep, and then returns its money once', async () => {
    const { id, txid, address } = await conflicted();
    await expect(decide(id, 'reject')).rejects.toMatchObject({ code: 'payment_possible', status: 409 });
    await world.mine(5);
    await expect(decide(id, 'reject')).rejects.toMatchObject({ code: 'payment_possible' });
    expect((await walletBalance(world.db, sela, 'seller')).held).toBe(2_725);
    await world.mine(1);
    await decide(id, 'reject');
    expect(await stateOf(id)).toMatchObject({ state: 'failed', txid, reason: 'Not paid: looked at' });
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ posted: 10_000, held: 0 });
    await expect(decide(id, 'reject')).rejects.toMatchObject({ code: 'review_closed' });
    await acceptSpends(world.db, otto);
    for (let looks = 0; looks < 2; looks += 1) await payRound(world);
    await world.mine(6);
    expect(await world.received(address)).toEqual([]);
  });

  test('S5.07 is sent again when it is approved, and returns to review while the coin is spent', async () => {
    const { id, txid } = await conflicted();
    await inTransaction(world.db, (tx) =>
      tx
        .updateTable('reviews')
        .set({ state: 'overtaken', closedAt: new Date() })
        .where('subjectId', '=', id)
        .execute(),
    );
    await decide(id, 'approve');
    expect(await stateOf(id)).toMatchObject({ state: 'broadcast', txid, sentAt: null });
    await payRound(world, new Date(0));
    expect((await stateOf(id)).state).toBe('needs_review');
    expect(await openReviews(id)).toHaveLength(1);
  });
});
