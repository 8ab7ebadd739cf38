import { cents } from '@sterling/contract/money.ts';
import type { Settings } from '@sterling/contract/settings.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { readOwnTransfer } from '../wallet/transfers.reads.ts';
import { approveDue } from './approving.ts';
import { stopWithdrawalsOf } from './stopping.ts';
import { waitText } from './withdrawals.rules.ts';
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
  for (const key of ['withdrawal_limits', 'withdrawal_review', 'new_address_wait'] as const)
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

test('a transfer tells the end of its wait as a time, and a pause moves it', async () => {
  await set('new_address_wait', { hours: 24 });
  const { id, waitsUntil } = await ask(20);
  const shown = () => readOwnTransfer(world.db, sela, id);
  expect(await shown()).toMatchObject({ sendAfter: waitsUntil, reason: waitText(waitsUntil!) });
  await world.database.asOwner(
    `insert into trade_pauses (started_at, ended_at) values (now(), now() + interval '2 hours')`,
  );
  const moved = new Date(waitsUntil!.getTime() + 2 * 3_600_000);
  expect(await shown()).toMatchObject({ sendAfter: moved, reason: waitText(moved) });
  await world.database.asOwner('delete from trade_pauses');
  await inTransaction(world.db, (tx) =>
    openReview(tx, { kind: 'withdrawal', subjectId: id, userId: sela, facts: { why: [] } }),
  );
  expect(await shown()).not.toHaveProperty('sendAfter');
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
