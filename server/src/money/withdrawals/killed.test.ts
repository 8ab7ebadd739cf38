import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { acceptSpends } from '../../../test/spends.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { buildPayment } from './payment.ts';
import { sendOne, sendUnmined } from './sending.jobs.ts';
import { signApproved } from './signing.jobs.ts';
import { confirmMined } from './withdrawals.jobs.ts';
import type { Unmined } from './withdrawals.reads.ts';
import { requestWithdrawal } from './withdrawals.ts';

/** 25.00 / 85.00 LTC, floored to a litoshi. */
const LITOSHI_OF_25 = 29_411_764;

let world: PayerWorld;
let person: string;
let withdrawal: { id: string; address: string };

beforeAll(async () => {
  world = await openPayerWorld({ coins: 15 });
});
afterAll(() => world.close());
beforeEach(async () => {
  person = await makePerson(world.db, 'sela');
  await credit(world.db, person, 10_000, { wallet: 'seller' });
  withdrawal = await ask();
});

function ask() {
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  return inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, { id: person, isOwner: false }, wish, 'regtest'),
  );
}

const restart = () => payRound(world);
const stateOf = ({ id }: { id: string }) =>
  world.db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** Signs and commits the withdrawal, and does not send it. */
async function signOnly(): Promise<Unmined> {
  await signApproved(world);
  const { txid } = await stateOf(withdrawal);
  const { hex } = await world.db
    .selectFrom('ownTransactions')
    .where('txid', '=', txid!)
    .select('hex')
    .executeTakeFirstOrThrow();
  return { id: withdrawal.id, txid: txid!, hex: hex! };
}

async function expectPaidOnce(txid: string): Promise<void> {
  await world.mine(6);
  await restart();
  const outputs = await world.received(withdrawal.address);
  expect(outputs.map(({ txid: paidBy, ltc }) => [paidBy, Math.round(ltc * 1e8)])).toEqual([
    [txid, LITOSHI_OF_25],
  ]);
  expect(await stateOf(withdrawal)).toMatchObject({ state: 'confirmed', txid });
  expect(await walletBalance(world.db, person, 'seller')).toMatchObject({ posted: 7_275, held: 0 });
  await expectBalancedBooks(world);
}

/** Injects an answer to one call, which the node then does not execute. */
const nodeSays = (method: string, error: { code: number; message: string }) =>
  world.control('/faults', {
    service: 'litecoin',
    method,
    kind: 'status',
    status: 500,
    body: { result: null, error, id: 'sterling' },
    times: 1,
  });
const breakConnection = (kind: 'reset-before' | 'reset-after' | 'html' | 'truncate') =>
  world.control('/faults', { service: 'litecoin', method: 'sendrawtransaction', kind, times: 1 });

describe('S5.07 a withdrawal is paid once when its process is killed', () => {
  test('after the approval', async () => {
    await restart();
    await expectPaidOnce((await stateOf(withdrawal)).txid!);
  });

  test('after signing', async () => {
    const { txid } = await signOnly();
    expect(await world.received(withdrawal.address)).toEqual([]);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed' });
    await restart();
    await expectPaidOnce(txid);
  });

  test('after sending, before that is recorded', async () => {
    const { txid, hex } = await signOnly();
    expect(await world.node.broadcast(hex)).toEqual({ kind: 'accepted' });
    await restart();
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'broadcast', txid });
    await expectPaidOnce(txid);
  });

  test('after sending, with the payment mined before the restart', async () => {
    const { txid, hex } = await signOnly();
    await world.node.broadcast(hex);
    await world.control('/litecoin/mine', { blocks: 2 });
    // the blocks are not applied yet, but the node says that it has the transaction
    await sendUnmined(world, new Date());
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'broadcast', txid });
    await expectPaidOnce(txid);
  });

  test('before the payment is booked', async () => {
    const { txid } = await signOnly();
    await sendUnmined(world, new Date());
    await world.mine(10);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'broadcast' });
    await expectPaidOnce(txid);
  });
});

describe('S5.07 when the node', () => {
  test('cannot tell its tip after a conflict, the error names the withdrawal', async () => {
    const { txid } = await signOnly();
    await nodeSays('sendrawtransaction', { code: -26, message: 'txn-mempool-conflict' });
    await nodeSays('getblockchaininfo', { code: -1, message: 'no tip' });
    await expect(sendUnmined(world, new Date())).rejects.toThrow(`withdrawal ${withdrawal.id}: `);
    await sendUnmined(world, new Date());
    await expectPaidOnce(txid);
  });

  test.each(['reset-before', 'reset-after', 'html', 'truncate'] as const)(
    'answers a broadcast with %s, the same bytes are sent again',
    async (kind) => {
      const payment = await signOnly();
      await breakConnection(kind);
      await sendOne(world, payment);
      expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed', facts: null });
      await restart();
      expect(await stateOf(withdrawal)).toMatchObject({ state: 'broadcast', reason: null });
      await expectPaidOnce(payment.txid);
    },
  );

  test('refuses a payment for a temporary reason (-26), the same bytes are sent again', async () => {
    const payment = await signOnly();
    await nodeSays('sendrawtransaction', { code: -26, message: 'mempool min fee not met' });
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed', facts: null });
    await restart();
    await expectPaidOnce(payment.txid);
  });

  test('calls the coins spent (-25) only because it is ahead of us, nothing is decided', async () => {
    const payment = await signOnly();
    await world.node.broadcast(payment.hex);
    await world.control('/litecoin/mine', { blocks: 1 });
    await nodeSays('sendrawtransaction', { code: -25, message: 'bad-txns-inputs-missingorspent' });
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed', facts: null });
    await expectPaidOnce(payment.txid);
  });

  test('calls the coins of a mined payment spent (-25), the payment stays mined', async () => {
    const payment = await signOnly();
    await world.node.broadcast(payment.hex);
    await world.mine(1);
    await nodeSays('sendrawtransaction', { code: -25, message: 'bad-txns-inputs-missingorspent' });
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed', facts: null });
    await expectPaidOnce(payment.txid);
  });

  test('mines a payment that is in review, the withdrawal completes', async () => {
    const payment = await signOnly();
    await nodeSays('sendrawtransaction', { code: -26, message: 'txn-mempool-conflict' });
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review', facts: { answer: 'conflict' } });
    await restart();
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review' });
    await world.node.broadcast(payment.hex);
    await expectPaidOnce(payment.txid);
  });
});

describe('a coin that another transaction spends', () => {
  /** Spends the payment's coin in another transaction, like another holder of the key. */
  async function spendElsewhere({ txid }: Unmined): Promise<string> {
    const [coin] = await world.db
      .selectFrom('chainOutputs as o')
      .innerJoin('addresses as a', 'a.address', 'o.address')
      .where('o.reservedBy', '=', txid)
      .select(['o.txid', 'o.n', 'o.litoshi', 'a.script', 'a.branch', 'a.index'])
      .execute();
    const input = { ...coin!, value: coin!.litoshi as never, unminedDepth: 0 };
    const amount = (coin!.litoshi - 5_000) as never;
    const transaction = buildPayment({
      inputs: [input],
      payee: { script: coin!.script, amount },
      kept: [],
      fee: 5_000 as never,
    });
    world.signer.signP2wpkh(transaction, [{ account: 'hot', branch: coin!.branch, index: coin!.index }]);
    expect(await world.node.broadcast(transaction.hex)).toEqual({ kind: 'accepted' });
    return transaction.id;
  }

  test('in the mempool (-26) or in the chain (-25) leads to a review; nothing is rebuilt or returned', async () => {
    const payment = await signOnly();
    const rival = await spendElsewhere(payment);
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review', facts: { answer: 'conflict' } });
    await world.mine(8);
    await acceptSpends(world.db, await makePerson(world.db, 'otto'));
    for (let looks = 0; looks < 3; looks += 1) await restart();
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review', txid: payment.txid });
    expect(await world.received(withdrawal.address)).toEqual([]);
    expect(await walletBalance(world.db, person, 'seller')).toMatchObject({ posted: 10_000, held: 2_725 });
    await expectBalancedBooks(world);

    withdrawal = await ask();
    const next = await signOnly();
    const mined = await spendElsewhere(next);
    await world.mine(1);
    await acceptSpends(world.db, await makePerson(world.db, 'otto'));
    await sendOne(world, next);
    const { state, facts } = await stateOf(withdrawal);
    expect(state).toBe('needs_review');
    expect(facts).toMatchObject({ answer: 'missingInputs', coins: [{ spentBy: mined }] });
    expect(mined).not.toBe(rival);
    await expectBalancedBooks(world);
  });
});

test('all confirmed withdrawals are in the chain', async () => {
  await confirmMined(world.db);
  await expectBalancedBooks(world);
});
