import { cents } from '@sterling/contract/money.ts';
import type { Settings } from '@sterling/contract/settings.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { credit, makePerson, postAt } from '../../../test/wallets.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { account, post, walletBalance } from '../ledger/ledger.ts';
import { approveDue } from './approving.ts';
import { stopWithdrawalsOf } from './stopping.ts';
import { readWithdrawable } from './withdrawals.reads.ts';
import { daysAfter } from './withdrawals.rules.ts';
import { requestWithdrawal } from './withdrawals.ts';

let world: PayerWorld;
let sela: string;
let fresh: Settings;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
  fresh = await readSettings(world.db);
});
beforeEach(async () => {
  sela = await richSeller();
});
afterEach(async () => {
  for (const key of ['withdrawal_limits', 'withdrawal_review', 'new_address_wait', 'payout_hold'] as const)
    await set(key, fresh[key]);
  await expectBalancedBooks(world);
});
afterAll(() => world.close());

async function richSeller(): Promise<string> {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, 1_000_000, { wallet: 'seller' });
  return id;
}

async function set<Key extends keyof Settings>(key: Key, value: Settings[Key]): Promise<void> {
  const text = JSON.stringify(value) as unknown as Json;
  await world.db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
}

function ask(dollars: number, ltcAddress = freshAddress(), id = sela) {
  const wish = { amount: cents(dollars * 100), ltcAddress };
  return inTransaction(world.db, (tx) => requestWithdrawal(tx, { id, isOwner: false }, wish, 'regtest'));
}

const stateOf = async (id: string) =>
  (await world.db.selectFrom('withdrawals').where('id', '=', id).select('state').executeTakeFirstOrThrow())
    .state;
const openReviews = (id: string) =>
  world.db
    .selectFrom('reviews')
    .where('subjectId', '=', id)
    .where('state', '=', 'open')
    .select('facts')
    .execute();

describe('limits', () => {
  test('of a user’s day are exact, and failed withdrawals do not count', async () => {
    await set('withdrawal_limits', { perDayUsd: 200, allPerDayUsd: null });
    await ask(150);
    await expect(ask(51)).rejects.toMatchObject({
      code: 'maximum_withdrawal',
      status: 409,
      message: 'Maximum withdrawal',
      hint: expect.stringContaining('$50.00 left until midnight UTC'),
    });
    await ask(50);
    await expect(ask(10)).rejects.toMatchObject({ code: 'maximum_withdrawal' });
    await inTransaction(world.db, (tx) => stopWithdrawalsOf(tx, sela, 'changed'));
    await ask(200);
    await world.database.asOwner(
      `alter table withdrawals disable trigger guard; update withdrawals set created_at = created_at - interval '1 day'
       where user_id = '${sela}'; alter table withdrawals enable trigger guard`,
    );
    expect(await ask(200)).toMatchObject({ state: 'approved' });
  });

  test('of all users’ day are shared by parallel requests', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, richSeller));
    const { rows } = await world.database.asOwner(
      `select coalesce(sum(amount_cents), 0)::int / 100 as used from withdrawals where state <> 'failed' and created_at >= date_trunc('day', now())`,
    );
    await set('withdrawal_limits', { perDayUsd: null, allPerDayUsd: rows[0].used + 350 });
    const outcomes = await Promise.allSettled(others.map((id) => ask(100, freshAddress(), id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'maximum_withdrawal' });
  });
});

describe('a review', () => {
  test('is opened above an amount but not at it; the money stays held and nothing is paid', async () => {
    await set('withdrawal_review', { overUsd: 500, newAddress: false });
    expect(await ask(500)).toMatchObject({ state: 'approved' });
    const row = await ask(501);
    expect(row).toMatchObject({
      state: 'requested',
      reason: 'Under review by our team',
    });
    expect(await openReviews(row.id)).toEqual([{ facts: { why: ['over $500'] } }]);
    expect((await walletBalance(world.db, sela, 'seller')).held).toBe(50_000 + 2_000 + 50 + row.totalCents);
    await approveDue(world.db);
    expect(await stateOf(row.id)).toBe('requested');
  });

  test('is opened for withdrawals to an address until one is confirmed', async () => {
    await set('withdrawal_review', { overUsd: null, newAddress: true });
    const address = freshAddress();
    const first = await ask(20, address);
    expect(await openReviews(first.id)).toEqual([{ facts: { why: ['first withdrawal to this address'] } }]);
    expect(await ask(20, address)).toMatchObject({ state: 'requested' });
    await world.database.asOwner(
      `alter table withdrawals disable trigger guard; update withdrawals set confirmed_at = now() where id = '${first.id}'`,
    );
    expect(await ask(20, address)).toMatchObject({ state: 'approved' });
    await world.database.asOwner(
      `update withdrawals set confirmed_at = null where id = '${first.id}'; alter table withdrawals enable trigger guard`,
    );
  });

  test('is closed when its withdrawal is stopped', async () => {
    await set('withdrawal_review', { overUsd: 1, newAddress: false });
    const { id } = await ask(20);
    await inTransaction(world.db, (tx) => stopWithdrawalsOf(tx, sela, 'Banned'));
    expect(await openReviews(id)).toEqual([]);
    expect((await walletBalance(world.db, sela, 'seller')).held).toBe(0);
  });
});

test('a new address waits from its first request on, and is then approved automatically', async () => {
  await set('new_address_wait', { hours: 24 });
  const address = freshAddress();
  const first = await ask(20, address);
  expect(first).toMatchObject({
    state: 'requested',
    reason: expect.stringContaining('First withdrawal to a new address'),
  });
  await approveDue(world.db);
  expect(await stateOf(first.id)).toBe('requested');
  await world.database.asOwner(
    `alter table withdrawals disable trigger guard; update withdrawals set created_at = created_at - interval '23 hours',
       waits_until = waits_until - interval '23 hours' where id = '${first.id}'; alter table withdrawals enable trigger guard`,
  );
  const second = await ask(20, address);
  const minutes = (second.waitsUntil!.getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(58);
  expect(minutes).toBeLessThan(60);
  await world.database.asOwner(
    `update withdrawals set waits_until = now() where id in ('${first.id}', '${second.id}')`,
  );
  await approveDue(world.db);
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['approved', 'approved']);
});

test('neither a failed withdrawal nor one of another user starts the wait of a new address', async () => {
  await set('new_address_wait', { hours: 24 });
  const address = freshAddress();
  const waitHours = async (id = sela) =>
    ((await ask(20, address, id)).waitsUntil!.getTime() - Date.now()) / 3_600_000;
  await ask(20, address);
  await world.database.asOwner(
    `alter table withdrawals disable trigger guard; update withdrawals set created_at = created_at - interval '23 hours'
     where user_id = '${sela}'; alter table withdrawals enable trigger guard`,
  );
  expect(await waitHours(await richSeller())).toBeGreaterThan(23.9);
  await inTransaction(world.db, (tx) => stopWithdrawalsOf(tx, sela, 'changed'));
  expect(await waitHours()).toBeGreaterThan(23.9);
});

describe('the payout hold', () => {
  let nova: string;
  let theo: string;
  let sales = 0;
  beforeEach(async () => {
    nova = await makePerson(world.db, 'nova', 1_000_000);
    theo = await makePerson(world.db, 'theo');
  });

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

  test('keeps each sale of a new seller for the configured days', async () => {
    await set('payout_hold', { days: 7 });
    await sell(1_000, 10);
    await sell(2_000, 6.9);
    await sell(4_000, 0);
    expect(await readWithdrawable(world.db, theo)).toEqual({
      cents: 1_000,
      unsettledCents: 0,
      payoutHoldCents: 6_000,
    });
    await expect(ask(20, freshAddress(), theo)).rejects.toMatchObject({
      code: 'insufficient_balance',
      hint: expect.stringContaining('$60.00 is in the new-seller payout hold'),
    });
    await set('payout_hold', { days: 0 });
    expect((await readWithdrawable(world.db, theo)).cents).toBe(7_000);
  });

  test('ends for what a correction took back, and earnings that do not wait are taken first', async () => {
    await set('payout_hold', { days: 7 });
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

  test('does not apply to sales more than 30 days after the first', async () => {
    await set('payout_hold', { days: 7 });
    await sell(1_000, 31);
    await sell(2_000, 2);
    await sell(4_000, 0);
    // the seller was still new when the sale of two days ago was made
    expect(await readWithdrawable(world.db, theo)).toMatchObject({ cents: 5_000, payoutHoldCents: 2_000 });
  });
});
