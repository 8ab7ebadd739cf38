import { cents, type Litoshi } from '@sterling/contract/money.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { buildPayment, checkSigned, type PaymentPlan } from './payment.ts';
import { sendOne } from './sending.jobs.ts';
import { spendableCoins } from './withdrawals.reads.ts';
import { requestWithdrawal } from './withdrawals.ts';

let world: PayerWorld;
afterEach(() => world.close());

async function ask(count: number) {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, 100_000, { wallet: 'seller' });
  const asked = [];
  for (let nth = 0; nth < count; nth += 1) {
    const wish = { amount: cents(1_000), ltcAddress: freshAddress() };
    asked.push(
      await inTransaction(world.db, (tx) => requestWithdrawal(tx, { id, isOwner: false }, wish, 'regtest')),
    );
  }
  return asked;
}

const look = () => payRound(world);
const states = async () => {
  const rows = await world.db
    .selectFrom('withdrawals')
    .orderBy('createdAt')
    .select(['state', 'reason'])
    .execute();
  return rows.map(({ state }) => state);
};
const signedBy = (id: string) =>
  world.db
    .selectFrom('withdrawals as w')
    .innerJoin('ownTransactions as t', 't.txid', 'w.txid')
    .where('w.id', '=', id)
    .select(['t.txid', 't.hex', 't.feeLitoshi'])
    .executeTakeFirstOrThrow();

/** Sets the node's next fee estimate, in LTC per 1000 virtual bytes; undefined when the node has none. */
const estimateSays = (feerate: number | undefined) =>
  world.control('/faults', {
    service: 'litecoin',
    method: 'estimatesmartfee',
    kind: 'status',
    status: 200,
    body: {
      result: feerate === undefined ? { errors: ['Insufficient data'], blocks: 6 } : { feerate, blocks: 6 },
      error: null,
      id: 1,
    },
    times: 1,
  });

describe('an empty hot wallet', () => {
  beforeEach(async () => {
    world = await openPayerWorld({ coins: 0 });
  });

  test('S5.07 lets withdrawals wait with that reason, and pays them when new coins are 6 deep', async () => {
    const [withdrawal] = await ask(1);
    await look();
    const row = () =>
      world.db.selectFrom('withdrawals').select(['state', 'reason']).executeTakeFirstOrThrow();
    expect(await row()).toEqual({ state: 'approved', reason: 'The hot wallet is being refilled' });
    await world.control('/litecoin/send', { address: world.hotAddress, ltc: 1 });
    await world.mine(5);
    await look();
    expect(await row()).toMatchObject({ state: 'approved' });
    await world.mine(1);
    await look();
    expect(await row()).toEqual({ state: 'broadcast', reason: null });
    expect(await world.received(withdrawal!.address)).toHaveLength(1);
    await expectBalancedBooks(world);
  });

  test('can pay with many small coins at the highest fee rate', async () => {
    const outputs = Array.from({ length: 40 }, () => ({ address: world.hotAddress, ltc: '0.005' }));
    await world.control('/litecoin/send', { outputs });
    await world.mine(6);
    const [withdrawal] = await ask(1);
    await estimateSays(5);
    await look();
    const { txid, feeLitoshi } = await signedBy(withdrawal!.id);
    const coins = await world.db
      .selectFrom('chainOutputs')
      .where('reservedBy', '=', txid)
      .select('n')
      .execute();
    expect(coins.length).toBeGreaterThan(23);
    expect(feeLitoshi).toBe(100 * Math.ceil(10.5 + 68 * coins.length + 2 * 31));
    expect(await states()).toEqual(['broadcast']);
    await expectBalancedBooks(world);
  });
});

describe('one coin', () => {
  beforeEach(async () => {
    world = await openPayerWorld({ coins: 1 });
  });

  test('pays ten withdrawals from its change without a block, and continues after a block', async () => {
    const asked = await ask(12);
    for (let looks = 0; looks < 13; looks += 1) await look();
    expect(await states()).toEqual([...Array(10).fill('broadcast'), 'approved', 'approved']);
    await world.mine(1);
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(await states()).toEqual(Array(12).fill('broadcast'));
    await world.mine(6);
    await look();
    expect(await states()).toEqual(Array(12).fill('confirmed'));
    for (const { address, litoshi } of asked) {
      const paid = (await world.received(address)).map(({ ltc }) => Math.round(ltc * 1e8));
      expect(paid).toEqual([litoshi]);
    }
    await expectBalancedBooks(world);
  });

  test('pays from its unmined change, however many small coins strangers have sent to the hot wallet', async () => {
    const outputs = Array.from({ length: 520 }, () => ({ address: world.hotAddress, ltc: '0.00005' }));
    await world.control('/litecoin/send', { outputs });
    await world.mine(6);
    const asked = await ask(3);
    for (let looks = 0; looks < 3; looks += 1) await look();
    expect(await states()).toEqual(Array(3).fill('broadcast'));
    for (const { id } of asked) expect((await signedBy(id)).feeLitoshi).toBe(1_410);
    await expectBalancedBooks(world);
  });

  test('sends the unmined parents first when the node lost them', async () => {
    const asked = await ask(3);
    for (let looks = 0; looks < 3; looks += 1) await look();
    const payments = await Promise.all(asked.map(({ id }) => signedBy(id)));
    await world.mine(1);
    await world.control('/litecoin/reorg', { depth: 1, drop: payments.map(({ txid }) => txid) });
    await world.follow();
    expect(await world.node.mempool()).toEqual([]);
    const last = payments.at(-1)!;
    await sendOne(world, { id: asked.at(-1)!.id, txid: last.txid, hex: last.hex! });
    expect((await world.node.mempool()).toSorted()).toEqual(payments.map(({ txid }) => txid).toSorted());
    expect(await states()).toEqual(Array(3).fill('broadcast'));
    await expectBalancedBooks(world);
  });

  test('pays the estimated fee rate, at most 100 litoshi per virtual byte, and 10 without an estimate', async () => {
    const fees = [];
    for (const feerate of [undefined, 0.0003, 5]) {
      await estimateSays(feerate);
      const [asked] = await ask(1);
      await look();
      fees.push((await signedBy(asked!.id)).feeLitoshi);
    }
    // of 141 virtual bytes each
    expect(fees).toEqual([1_410, 4_230, 14_100]);
  });

  test('a signed payment is compared with its plan', async () => {
    const [coin] = await spendableCoins(world.db);
    const script = (byte: string) => Buffer.from(`0014${byte.repeat(20)}`, 'hex');
    const plan = {
      inputs: [coin!],
      payee: { script: script('11'), amount: 50_000_000 as Litoshi },
      kept: [{ script: script('22'), amount: 149_990_000 as Litoshi }],
      fee: 10_000 as Litoshi,
    } satisfies PaymentPlan;
    const signedFor = (other: Partial<PaymentPlan>) => {
      const transaction = buildPayment({ ...plan, ...other });
      world.signer.signP2wpkh(transaction, [coin!]);
      return transaction.hex;
    };
    expect(checkSigned(signedFor({}), plan).txid).toMatch(/^[0-9a-f]{64}$/);
    const another = { script: script('33'), amount: plan.payee.amount };
    expect(() => checkSigned(signedFor({ payee: another }), plan)).toThrow('it pays');
    const less = { script: plan.payee.script, amount: 49_999_999 as Litoshi };
    expect(() => checkSigned(signedFor({ payee: less }), plan)).toThrow('it pays');
    expect(() =>
      checkSigned(signedFor({ kept: [{ ...another, amount: plan.kept[0]!.amount }] }), plan),
    ).toThrow('it pays');
    const expensive = {
      kept: [{ ...plan.kept[0]!, amount: 148_000_000 as Litoshi }],
      fee: 2_000_000 as Litoshi,
    };
    expect(() => checkSigned(signedFor(expensive), { ...plan, ...expensive })).toThrow('over the ceiling');
    const wrongCoin = { ...plan, inputs: [{ ...coin!, n: coin!.n + 1 }] };
    expect(() => checkSigned(signedFor({}), wrongCoin)).toThrow('it spends');
  });
});
