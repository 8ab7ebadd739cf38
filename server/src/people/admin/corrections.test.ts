import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { loseDeposit } from '../../../test/reversed-deposit.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import { proveBooks } from '../../money/ledger/proof.ts';

/** Large corrections need a second member of the staff. */
let world: TestApp;
let otto: Caller;
let ada: Caller;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  ada = await world.signIn('ada', 'admin');
});
afterAll(async () => {
  expect(await proveBooks(world.services.db)).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  otto = await world.signIn('otto', 'admin', true);
  nova = await world.signIn('nova');
  await otto.call('PUT', '/api/admin/settings/correction_approval', { value: { overUsd: 100 } });
});

const correct = (amount: number, key?: string, who = otto) =>
  who.call(
    'POST',
    '/api/admin/corrections',
    { userId: nova.id, walletType: 'buyer', amount, reason: 'A refund' },
    key ? { 'idempotency-key': key } : {},
  );
const openReviews = async (): Promise<{ id: string; userId: string }[]> => {
  const { body } = await otto.call('GET', '/api/admin/reviews?kind=correction&state=open');
  return (body as unknown as { id: string; userId: string }[]).filter(({ userId }) => userId === nova.id);
};
const decide = (who: Caller, id: string, decision = 'approve') =>
  who.call('POST', `/api/admin/reviews/${id}`, { decision, reason: 'Agreed' });
const balance = async () => (await nova.call('GET', '/api/wallet?type=buyer')).body.balance;

test('access 3: a correction over the owner’s amount waits for another member of the staff', async () => {
  expect((await correct(100)).body).toMatchObject({ waiting: false, balance: 100 });
  const asked = await correct(150, 'one');
  expect(asked).toMatchObject({ status: 201, body: { waiting: true, balance: 100 } });
  expect((await correct(150, 'one')).body).toEqual(asked.body);
  const [review, ...others] = await openReviews();
  expect([others, await balance()]).toEqual([[], 100]);
  expect(review).toMatchObject({ facts: { amount: 150, requestedBy: 'otto', requestReason: 'A refund' } });
  expect(await decide(otto, review!.id)).toMatchObject({ status: 403, body: { code: 'unauthorized' } });
  const answers = await Promise.all([decide(ada, review!.id), decide(ada, review!.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await balance()).toBe(250);
  const { rows } = await world.database.asOwner(
    `select action, actor_id from audit_log where subject_id = $1 and action like 'wallets.%' order by id`,
    [nova.id],
  );
  expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['wallets.corrected', otto.id],
    ['wallets.correction_requested', otto.id],
    ['wallets.corrected', ada.id],
  ]);
});

test('access 3: a rejected correction moves nothing', async () => {
  await correct(150);
  const [review] = await openReviews();
  expect((await decide(ada, review!.id, 'reject')).status).toBe(200);
  expect(await decide(ada, review!.id)).toMatchObject({ status: 409 });
  expect([await balance(), await openReviews()]).toEqual([0, []]);
});

test('access 3: many small corrections of a day count together, even at the same time', async () => {
  const answers = await Promise.all([40, 40, -10, 40].map((amount) => correct(amount)));
  const waiting = answers.filter(({ body }) => body.waiting);
  expect(waiting.length).toBeGreaterThan(0);
  const { rows } = await world.database.asOwner(
    `select sum(abs(cents))::int as made from corrections where user_id = $1 and state = 'made'`,
    [nova.id],
  );
  expect(rows[0].made).toBeLessThanOrEqual(10_000);
});

test('access 3: an approved correction that the wallet cannot pay stays open', async () => {
  await correct(-150);
  const [review] = await openReviews();
  expect((await decide(ada, review!.id)).body.code).toBe('insufficient_balance');
  expect(await openReviews()).toHaveLength(1);
});

describe('a person who has deleted the account', () => {
  const GONE = {
    status: 404,
    body: {
      code: 'user_not_found',
      hint: 'The account was deleted, so nobody could use the money. Correct the new account of the person, if they have one.',
    },
  };
  const remove = () => nova.call('POST', '/api/reset/delete-me');
  const posted = async () => (await walletBalance(world.services.db, nova.id, 'buyer')).posted;

  test('an approved correction pays nothing into a wallet that nobody can use, and can be rejected', async () => {
    await correct(150);
    const [review] = await openReviews();
    expect((await remove()).status).toBe(200);
    expect(await decide(ada, review!.id)).toMatchObject(GONE);
    expect([await posted(), (await openReviews()).length]).toEqual([0, 1]);
    expect((await decide(ada, review!.id, 'reject')).status).toBe(200);
    expect([await posted(), await openReviews()]).toEqual([0, []]);
  });

  test('a new correction is refused too, even if it would wait for approval', async () => {
    expect((await remove()).status).toBe(200);
    for (const amount of [50, 150]) expect(await correct(amount)).toMatchObject(GONE);
    expect([await posted(), await openReviews()]).toEqual([0, []]);
  });

  test('a correction can still cover what the wallet owes after a reversed deposit, but not more', async () => {
    expect((await remove()).status).toBe(200);
    await loseDeposit(world.services.db, nova.id, cents(5_000));
    expect(await posted()).toBe(-5_000);
    expect(await correct(50.01)).toMatchObject(GONE);
    expect((await correct(50)).status).toBe(201);
    expect(await posted()).toBe(0);
  });

  test('an approval and the deletion at the same time lose no money', async () => {
    await correct(150);
    const [review] = await openReviews();
    const [decided, removed] = await Promise.all([decide(ada, review!.id), remove()]);
    expect([decided.status, removed.status].sort()).toEqual(decided.status === 200 ? [200, 409] : [200, 404]);
    expect(await posted()).toBe(decided.status === 200 ? 15_000 : 0);
  });
});

test('a correction is at most $1,000,000,000, because sums over all wallets have to stay exact', async () => {
  await otto.call('PUT', '/api/admin/settings/correction_approval', { value: { overUsd: null } });
  const refused = { status: 400, body: { code: 'invalid_amount' } };
  expect(await correct(90_000_000_000_000)).toMatchObject(refused);
  expect(await correct(-1_000_000_000.01)).toMatchObject(refused);
  for (const amount of [1_000_000_000, -1_000_000_000]) expect((await correct(amount)).status).toBe(201);
});

test('the user finds a correction in the inbox and in the history of its side, with the balance right after it', async () => {
  await correct(10);
  await correct(-2.5);
  const correction = { userId: nova.id, walletType: 'seller', amount: 4, reason: 'Goodwill' };
  expect((await otto.call('POST', '/api/admin/corrections', correction)).status).toBeLessThan(300);
  const made = { type: 'correction', status: 'completed', fee: 0, quantity: null };
  const given = { ...made, amount: 10, direction: 'in', balanceAfter: 10 };
  const taken = { ...made, amount: 2.5, direction: 'out', balanceAfter: 7.5 };
  const ofSeller = { ...made, amount: 4, direction: 'in', balanceAfter: 4 };
  const history = async (query = '') => (await nova.call('GET', `/api/history${query}`)).body;
  expect(await history()).toMatchObject([ofSeller, taken, given]);
  expect(await history('?role=buyer&type=correction')).toMatchObject([taken, given]);
  expect(await history('?role=seller')).toMatchObject([ofSeller]);
  const { entries } = (await nova.call('GET', '/api/inbox')).body as { entries: { text: string }[] };
  expect(entries.map(({ text }) => text)).toEqual([
    'Our team added $4.00 to your seller wallet.',
    'Our team took $2.50 from your buyer wallet.',
    'Our team added $10.00 to your buyer wallet.',
  ]);
});
