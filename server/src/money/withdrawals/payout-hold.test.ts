import { cents } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { credit, makePerson, postAt } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, post } from '../ledger/ledger.ts';
import { readWithdrawable } from './withdrawals.reads.ts';
import { daysAfter } from './withdrawals.rules.ts';
import { requestWithdrawal } from './withdrawals.ts';

let world: PayerWorld;
let nova: string;
let theo: string;
let sales = 0;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
});
afterEach(() => expectBalancedBooks(world));
afterAll(() => world.close());
beforeEach(async () => {
  nova = await makePerson(world.db, 'nova', 1_000_000);
  theo = await makePerson(world.db, 'theo');
});

const setHold = (days: number) =>
  world.database.asOwner(
    `insert into settings (key, value) values ('payout_hold', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ days })],
  );

async function sell(amount: number, daysAgo: number): Promise<void> {
  sales += 1;
  const postings = [{ from: account.buyer(nova), to: account.seller(theo), amount: cents(amount) }];
  const at = daysAfter(new Date(), -daysAgo);
  await postAt(world.db, at, { key: `sale ${sales}`, kind: 'sale', postings });
}

const addEarnings = (amount: number) => credit(world.db, theo, amount, { wallet: 'seller' });
async function takeBack(amount: number): Promise<void> {
  const postings = [{ from: account.seller(theo), to: account.adjustments, amount: cents(amount) }];
  await inTransaction(world.db, (tx) =>
    post(tx, { key: `taken ${amount} ${theo}`, kind: 'correction.made', postings }),
  );
}

test('the payout hold keeps each sale of a new seller for the configured days', async () => {
  await setHold(7);
  await sell(1_000, 10);
  await sell(2_000, 6.9);
  await sell(4_000, 0);
  expect(await readWithdrawable(world.db, theo)).toEqual({
    cents: 1_000,
    unsettledCents: 0,
    payoutHoldCents: 6_000,
  });
  const wish = { amount: cents(2_000), ltcAddress: freshAddress() };
  const asked = inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, { id: theo, isOwner: false }, wish, 'regtest'),
  );
  await expect(asked).rejects.toMatchObject({
    code: 'insufficient_balance',
    hint: expect.stringContaining('$60.00 is in the new-seller payout hold'),
  });
  await setHold(0);
  expect((await readWithdrawable(world.db, theo)).cents).toBe(7_000);
});

test('the payout hold ends for what a correction took back, and earnings that do not wait are taken first', async () => {
  await setHold(7);
  await sell(4_000, 2);
  await addEarnings(1_000);
  await takeBack(1_500);
  expect(await readWithdrawable(world.db, theo)).toMatchObject({ cents: 0, payoutHoldCents: 3_500 });
  await addEarnings(700);
  await sell(200, 0);
  expect(await readWithdrawable(world.db, theo)).toMatchObject({ cents: 700, payoutHoldCents: 3_700 });
  await takeBack(4_400);
  await addEarnings(300);
  expect(await readWithdrawable(world.db, theo)).toMatchObject({ cents: 300, payoutHoldCents: 0 });
});

test('the payout hold does not apply to sales more than 30 days after the first', async () => {
  await setHold(7);
  await sell(1_000, 31);
  await sell(2_000, 2);
  await sell(4_000, 0);
  // the seller was still new when the sale of two days ago was made
  expect(await readWithdrawable(world.db, theo)).toMatchObject({ cents: 5_000, payoutHoldCents: 2_000 });
});
