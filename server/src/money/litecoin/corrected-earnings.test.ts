import { cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { useSettlement } from '../../../test/settlement-world.ts';
import { credit, makeCorrection } from '../../../test/wallets.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { account, lockWallet } from '../ledger/ledger.ts';
import { readWithdrawable } from '../withdrawals/withdrawals.reads.ts';

/** Staff take earnings from a seller, some of which wait for a deposit. One LTC is $85.00. */
const world = useSettlement();

const take = (tx: Tx, amount: number) => makeCorrection(tx, world.sela, 'seller', cents(-amount));
const correct = (amount: number) =>
  inTransaction(world.db, (tx) => makeCorrection(tx, world.sela, 'seller', cents(amount)));
const waiting = async () => (await readWithdrawable(world.db, world.sela)).unsettledCents;

test('waiting earnings that staff took back do not hold back what the seller earns later', async () => {
  const txid = await world.deposit(0.5);
  await world.buy(3_000);
  await world.reorganise(2, txid);
  await correct(-3_000);
  await correct(2_000);
  expect(await world.withdrawable()).toBe(2_000);
});

test('a correction takes earnings that do not wait first', async () => {
  await world.deposit(0.5);
  await world.buy(3_000);
  await correct(1_000);
  await correct(-1_500);
  expect([await waiting(), await world.withdrawable()]).toEqual([2_500, 0]);
  await world.mine(4);
  expect([await waiting(), await world.withdrawable()]).toEqual([0, 2_500]);
});

test('earnings that staff take while their deposit settles no longer wait', async () => {
  await world.deposit(0.5);
  await world.buy(3_000);
  const correction = await openTransaction(world.db, (tx) => take(tx, 1_000));
  const settled = world.mine(4);
  await lockIsAwaited(world.database);
  correction.release();
  await Promise.all([correction.finished, settled]);
  expect([await waiting(), await world.withdrawable()]).toEqual([0, 2_000]);
});

test('earnings that staff take while their buyer repays no longer wait', async () => {
  const txid = await world.deposit(0.5);
  await world.buy(3_000);
  await world.reorganise(2, txid);
  const correction = await openTransaction(world.db, (tx) => take(tx, 1_000));
  const repaid = credit(world.db, world.nova, 4_250);
  await lockIsAwaited(world.database);
  correction.release();
  await Promise.all([correction.finished, repaid]);
  expect([await waiting(), await world.withdrawable()]).toEqual([0, 2_000]);
});

test.each([
  ['buyer', 'nova'],
  ['seller', 'sela'],
] as const)(
  'a correction of earnings that wait locks the wallets in the order of all transactions, if the %s opened theirs first',
  async (wallet, who) => {
    await credit(world.db, world[who], 100, { wallet });
    await world.deposit(0.5);
    await world.buy(3_000);
    const buyer = await openTransaction(world.db, (tx) => lockWallet(tx, account.buyer(world.nova)));
    const corrected = world.db.transaction().execute((tx) => take(tx, 1_000));
    await lockIsAwaited(world.database);
    // would wait if the correction had locked it before the wallet of the buyer
    await inTransaction(world.db, (tx) => lockWallet(tx, account.seller(world.sela)));
    buyer.release();
    await Promise.all([buyer.finished, corrected]);
  },
);
