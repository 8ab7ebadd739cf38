import { type Cents, cents, type Litoshi } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { credit, makePerson, postedOf, reversal } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { post, walletBalance } from '../ledger/ledger.ts';
import { recordSigned } from './payouts.ts';
import { confirmMined } from './withdrawals.jobs.ts';
import { spendableCoins } from './withdrawals.reads.ts';
import { requestWithdrawal } from './withdrawals.ts';

/** 25.00 / 85.00 LTC, floored to a litoshi. */
const LITOSHI_OF_25 = 29_411_764;

let world: PayerWorld;
afterAll(() => world.close());

async function sela(dollars = 100): Promise<string> {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, dollars * 100, { wallet: 'seller' });
  return id;
}

async function ask(id: string, amount: Cents = cents(2_500)): Promise<{ id: string; address: string }> {
  const wish = { amount, ltcAddress: freshAddress() };
  return inTransaction(world.db, (tx) => requestWithdrawal(tx, { id, isOwner: false }, wish, 'regtest'));
}

/** One run of the payer that sends every unmined payment again. */
const payAgain = () => payRound(world);
const stateOf = (id: string) =>
  world.db
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .select(['state', 'reason', 'txid', 'confirmedAt'])
    .executeTakeFirstOrThrow();

describe('with coins of 2 LTC in the hot wallet', () => {
  beforeAll(async () => {
    world = await openPayerWorld({ coins: 8 });
  });

  test('S5.07 a withdrawal reaches the chain once, exact to the litoshi, and is booked when it is 6 deep', async () => {
    const id = await sela();
    const withdrawal = await ask(id);
    await payAgain();
    expect(await stateOf(withdrawal.id)).toMatchObject({ state: 'broadcast', reason: null });
    await world.mine(5);
    await payAgain();
    expect(await stateOf(withdrawal.id)).toMatchObject({ state: 'broadcast', confirmedAt: null });
    expect(await walletBalance(world.db, id, 'seller')).toEqual({
      posted: 10_000,
      held: 2_725,
      available: 7_275,
    });

    await world.mine(1);
    await payAgain();
    await payAgain();
    expect(await stateOf(withdrawal.id)).toMatchObject({ state: 'confirmed' });
    expect(await walletBalance(world.db, id, 'seller')).toEqual({ posted: 7_275, held: 0, available: 7_275 });
    expect(await postedOf(world.db, 'house:fees')).toBe(175);
    expect(await postedOf(world.db, 'house:network-fees')).toBe(50);
    expect(await world.litoshiReceived(withdrawal.address)).toEqual([LITOSHI_OF_25]);
    await expectBalancedBooks(world);
  });

  test('the change returns to a new address of the hot wallet', async () => {
    const withdrawal = await ask(await sela());
    await payAgain();
    const { txid } = await stateOf(withdrawal.id);
    const change = await world.db
      .selectFrom('chainOutputs as o')
      .innerJoin('addresses as a', 'a.address', 'o.address')
      .where('o.txid', '=', txid!)
      .select(['o.litoshi', 'a.account', 'a.branch', 'o.n'])
      .execute();
    const { feeLitoshi } = await world.db
      .selectFrom('ownTransactions')
      .where('txid', '=', txid!)
      .select('feeLitoshi')
      .executeTakeFirstOrThrow();
    expect(change).toEqual([
      { account: 'hot', branch: 1, n: expect.any(Number), litoshi: 200_000_000 - LITOSHI_OF_25 - feeLitoshi },
    ]);
    await world.mine(6);
    await payAgain();
    await expectBalancedBooks(world);
  });

  test('S5.07 parallel payers pay each withdrawal once, with separate coins', async () => {
    const withdrawals = await Promise.all(Array.from({ length: 4 }, async () => ask(await sela())));
    for (let round = 0; round < 4; round += 1) await Promise.all([payAgain(), payAgain(), payAgain()]);
    for (const { id, address } of withdrawals) {
      expect(await stateOf(id)).toMatchObject({ state: 'broadcast' });
      expect(await world.litoshiReceived(address)).toEqual([LITOSHI_OF_25]);
    }
    await world.mine(6);
    await Promise.all([confirmMined(world.db), confirmMined(world.db), payAgain()]);
    for (const { id } of withdrawals) expect(await stateOf(id)).toMatchObject({ state: 'confirmed' });
    await expectBalancedBooks(world);
  });

  test('a coin is reserved for only one payment, and a withdrawal has only one payment', async () => {
    const [first, second] = [await ask(await sela()), await ask(await sela())];
    const [coin] = await spendableCoins(world.db);
    const payment = (nth: number) => ({
      txid: String(nth).repeat(64),
      hex: '00',
      fee: 1_000 as Litoshi,
      coins: [coin!],
      kept: [],
    });
    const tried = inTransaction(world.db, async (tx) => {
      expect(await recordSigned(tx, first.id, payment(1))).toBe(true);
      expect(await recordSigned(tx, second.id, payment(2))).toBe(false);
      expect(await recordSigned(tx, first.id, { ...payment(3), coins: [] })).toBe(false);
      const own = await tx.selectFrom('ownTransactions').where('hex', '=', '00').select('txid').execute();
      expect(own).toEqual([{ txid: payment(1).txid }]);
      throw new Error('rolled back');
    });
    await expect(tried).rejects.toThrow('rolled back');
    for (let looks = 0; looks < 2; looks += 1) await payAgain();
  });

  test('a withdrawal whose wallet is frozen before signing is not paid, and its money returns', async () => {
    const id = await sela();
    const withdrawal = await ask(id);
    await inTransaction(world.db, (tx) => post(tx, reversal(id, cents(50))));
    await payAgain();
    expect(await stateOf(withdrawal.id)).toMatchObject({
      state: 'failed',
      reason: 'The wallet is frozen',
      txid: null,
    });
    expect(await walletBalance(world.db, id, 'seller')).toMatchObject({ held: 0, available: 10_000 });
    expect(await world.litoshiReceived(withdrawal.address)).toEqual([]);
  });

  test('a replaced block changes the state back, but never the booking', async () => {
    const id = await sela();
    const withdrawal = await ask(id);
    await payAgain();
    await world.mine(6);
    await payAgain();
    const { txid, confirmedAt } = await stateOf(withdrawal.id);
    await world.control('/litecoin/reorg', { depth: 6, drop: [txid] });
    await world.follow();
    await confirmMined(world.db);
    expect(await stateOf(withdrawal.id)).toMatchObject({ state: 'broadcast', confirmedAt });
    expect((await walletBalance(world.db, id, 'seller')).posted).toBe(7_275);
    await expectBalancedBooks(world);

    await payAgain();
    await world.mine(6);
    await payAgain();
    expect(await stateOf(withdrawal.id)).toMatchObject({ state: 'confirmed', txid, confirmedAt });
    expect((await walletBalance(world.db, id, 'seller')).posted).toBe(7_275);
    expect(await world.litoshiReceived(withdrawal.address)).toEqual([LITOSHI_OF_25]);
    await expectBalancedBooks(world);
  });

  test('an emergency stop blocks requests and payments, but sent payments are still confirmed', async () => {
    const id = await sela();
    const gone = await ask(id);
    await payAgain();
    const waiting = await ask(id);
    await setEmergencyStop(world.database, true);
    await expect(ask(id)).rejects.toMatchObject({ code: 'service_unavailable' });
    await world.mine(6);
    await payAgain();
    expect(await stateOf(gone.id)).toMatchObject({ state: 'confirmed' });
    expect(await stateOf(waiting.id)).toMatchObject({ state: 'approved', txid: null });
    await setEmergencyStop(world.database, false);
    await payAgain();
    expect(await stateOf(waiting.id)).toMatchObject({ state: 'broadcast' });
  });

  test('a withdrawal stays approved and unsigned while the node is unreachable or rejects it', async () => {
    const withdrawal = await ask(await sela());
    await world.control('/faults', {
      service: 'litecoin',
      method: 'testmempoolaccept',
      kind: 'reset-before',
      times: 1,
    });
    await payAgain();
    const waiting = { state: 'approved', txid: null };
    expect(await stateOf(withdrawal.id)).toMatchObject({
      ...waiting,
      reason: expect.stringContaining('cannot be reached'),
    });
    const refusal = {
      result: [{ txid: '00', allowed: false, 'reject-reason': 'min relay fee not met' }],
      error: null,
      id: 1,
    };
    await world.control('/faults', {
      service: 'litecoin',
      method: 'testmempoolaccept',
      kind: 'status',
      status: 200,
      body: refusal,
      times: 1,
    });
    await payAgain();
    expect(await stateOf(withdrawal.id)).toMatchObject({
      ...waiting,
      reason: 'Waiting for the Litecoin network to accept it',
    });
    await payAgain();
    expect(await stateOf(withdrawal.id)).toMatchObject({ state: 'broadcast', reason: null });
  });
});
