import { cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { useSettlement } from '../../../test/settlement-world.ts';
import { makeCorrection } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { readWithdrawable } from '../withdrawals/withdrawals.reads.ts';

/** Staff take earnings from a seller, some of which wait for a deposit. One LTC is $85.00. */
const world = useSettlement();

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
