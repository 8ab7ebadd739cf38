import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld, proveBooks } from '../../../test/payer.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { buildPayment } from './payment.ts';
import { sendOne, sendUnmined } from './sending.jobs.ts';
import { signApproved } from './signing.jobs.ts';
import { confirmMined, payOnce } from './withdrawals.jobs.ts';
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
    requestWithdrawal(tx, world.queue, { id: person, isOwner: false }, wish, 'regtest'),
  );
}

const restart = () => payOnce(world, new Date());
const stateOf = ({ id }: { id: string }) =>
  world.db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** Signed and committed; the process dies before it sends. */
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
  await proveBooks(world);
}

/** An answer of the node to one call, which it then does not act on. */
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

describe('killed', () => {
  test('after it was approved', async () => {
    await restart();
    await expectPaidOnce((await stateOf(withdrawal)).txid!);
  });

  test('after it was signed', async () => {
    const { txid } = await signOnly();
    expect(await world.received(withdrawal.address)).toEqual([]);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed' });
    await restart();
    await expectPaidOnce(txid);
  });

  test('after it was sent, before that was recorded', async () => {
    const { txid, hex } = await signOnly();
    expect(await world.node.broadcast(hex)).toEqual({ kind: 'accepted' });
    await restart();
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'broadcast', txid });
    await expectPaidOnce(txid);
  });

  test('after it was sent, and mined before the restart', async () => {
    const { txid, hex } = await signOnly();
    await world.node.broadcast(hex);
    await world.control('/litecoin/mine', { blocks: 2 });
    // the database does not know of the blocks yet: the node says that it has the transaction
    await sendUnmined(world, new Date());
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'broadcast', txid });
    await expectPaidOnce(txid);
  });

  test('before it was booked', async () => {
    const { txid } = await signOnly();
    await sendUnmined(world, new Date());
    await world.mine(10);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'broadcast' });
    await expectPaidOnce(txid);
  });
});

describe('the node', () => {
  test.each(['reset-before', 'reset-after', 'html', 'truncate'] as const)(
    'answers a broadcast with %s: it stays, and the same bytes go again',
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

  test('refuses it for a reason that can pass (-26): it stays, and the same bytes go again', async () => {
    const payment = await signOnly();
    await nodeSays('sendrawtransaction', { code: -26, message: 'mempool min fee not met' });
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed', facts: null });
    await restart();
    await expectPaidOnce(payment.txid);
  });

  test('says that the coins are spent (-25) when it is only ahead of us: nothing is decided', async () => {
    const payment = await signOnly();
    await world.node.broadcast(payment.hex);
    await world.control('/litecoin/mine', { blocks: 1 });
    await nodeSays('sendrawtransaction', { code: -25, message: 'bad-txns-inputs-missingorspent' });
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed', facts: null });
    await expectPaidOnce(payment.txid);
  });

  test('says that the coins are spent (-25) of one that we know to be mined: the chain has said already', async () => {
    const payment = await signOnly();
    await world.node.broadcast(payment.hex);
    await world.mine(1);
    await nodeSays('sendrawtransaction', { code: -25, message: 'bad-txns-inputs-missingorspent' });
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'signed', facts: null });
    await expectPaidOnce(payment.txid);
  });

  test('has one in review mined after all: it is followed to its end', async () => {
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
  /** The hot wallet's coin of the payment, spent to someone outside by anyone who else has the key. */
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
      change: null,
      fee: 5_000 as never,
    });
    world.signer.signP2wpkh(transaction, [{ account: 'hot', branch: coin!.branch, index: coin!.index }]);
    expect(await world.node.broadcast(transaction.hex)).toEqual({ kind: 'accepted' });
    return transaction.id;
  }

  test('in the mempool (-26) or in the chain (-25): a person decides, nothing is rebuilt or given back', async () => {
    const payment = await signOnly();
    const rival = await spendElsewhere(payment);
    await sendOne(world, payment);
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review', facts: { answer: 'conflict' } });
    await world.mine(8);
    for (let looks = 0; looks < 3; looks += 1) await restart();
    expect(await stateOf(withdrawal)).toMatchObject({ state: 'needs_review', txid: payment.txid });
    expect(await world.received(withdrawal.address)).toEqual([]);
    expect(await walletBalance(world.db, person, 'seller')).toMatchObject({ posted: 10_000, held: 2_725 });
    await proveBooks(world);

    withdrawal = await ask();
    const next = await signOnly();
    const mined = await spendElsewhere(next);
    await world.mine(1);
    await sendOne(world, next);
    const { state, facts } = await stateOf(withdrawal);
    expect(state).toBe('needs_review');
    expect(facts).toMatchObject({ answer: 'missingInputs', coins: [{ spentBy: mined }] });
    expect(mined).not.toBe(rival);
    await proveBooks(world);
  });
});

test('nothing was confirmed that the chain does not hold', async () => {
  await confirmMined(world.db);
  await proveBooks(world);
});
