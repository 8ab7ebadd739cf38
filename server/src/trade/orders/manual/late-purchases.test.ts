import { expect, test } from 'vitest';
import { lateLooks, type OpenReview } from '../../../../test/late-looks.ts';
import { useManualWorld } from '../../../../test/manual-world.ts';
import type { Seller } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { withAccountLock } from '../../../supply/roblox-accounts/account-lock.ts';
import { giveToStaff } from '../failures.ts';
import { lockOpen } from '../order.ts';

/** Purchases that Roblox shows only after their orders moved on. */
const world = useManualWorld();

const { lookLater, openReviews, decide } = lateLooks(world);

/** The first seller's time runs out, and another seller buys the pass. */
async function moveOn(
  before: (sela: Seller) => Promise<unknown> = async () => undefined,
): Promise<{ sela: Seller; pass: SandboxPass; id: string }> {
  const { sela, nova, pass, id } = await world.handOrder({ ratePerThousand: 6 });
  await before(sela);
  await world.seller(5_000, 3);
  await world.runOutOfTime(id);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
  return { sela, pass, id };
}

test('rare day 2: a purchase that shows after its order was reassigned opens one review, and the house pays it once', async () => {
  const { sela, pass, id } = await moveOn();
  await lookLater();
  expect(await openReviews()).toEqual([]);
  await world.bought(sela, pass);
  await lookLater();
  const [review, ...more] = await openReviews();
  expect(more).toEqual([]);
  expect(review!.facts).toMatchObject({
    orderId: id,
    amount: 2,
    orderedRobux: 1_000,
    paidRobux: 1_000,
    records: 'readable',
    orderNow: 'completed',
  });
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
  expect((await decide(review!, 'approve')).status).toBe(200);
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
  expect((await sela.call('GET', '/api/history')).body).toMatchObject([
    { type: 'late_purchase', amount: 2, direction: 'in', status: 'completed', balanceAfter: 2 },
  ]);
  await lookLater();
  expect(await openReviews()).toEqual([]);
  expect((await decide(review!, 'approve')).body).toMatchObject({ code: 'review_closed' });
});

test('rare day 2: hidden records still open a review after a few looks, and a rejection pays nothing', async () => {
  const { sela, pass } = await moveOn();
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { hideTransactions: true });
  await world.bought(sela, pass);
  for (const reviews of [0, 0, 1]) {
    await lookLater();
    expect(await openReviews()).toHaveLength(reviews);
  }
  const [review] = await openReviews();
  expect(review!.facts).toMatchObject({ paidRobux: null, records: 'no record' });
  expect((await decide(review!, 'reject')).status).toBe(200);
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
});

test('a look at an account that another step uses counts as none', async () => {
  const { sela, pass } = await moveOn();
  await world.bought(sela, pass);
  const isFree = await withAccountLock(world.services.db, sela.accountId, async () => {
    for (let look = 0; look < 3; look += 1) await lookLater();
    expect(await openReviews()).toEqual([]);
  });
  expect(isFree).toBe(true);
  await lookLater();
  const [review, ...more] = await openReviews();
  expect([review!.facts, more]).toMatchObject([{ paidRobux: 1_000, records: 'readable' }, []]);
  expect((await decide(review!, 'reject')).status).toBe(200);
});

test('a purchase by an account that staff remove while its order is open opens a review', async () => {
  const { sela, pass } = await moveOn(({ accountId }) =>
    world.database.asOwner(
      `update roblox_accounts set removal_due = true, status = 'offline' where id = $1`,
      [accountId],
    ),
  );
  await world.bought(sela, pass);
  for (let look = 0; look < 3; look += 1) await lookLater();
  expect(await openReviews()).toMatchObject([{ facts: { owned: 'yes', records: 'unreadable' } }]);
});

test('a purchase by an account that its seller has removed since opens a review, and delays no other look', async () => {
  const { sela, pass } = await moveOn();
  const other = await moveOn();
  await world.bought(sela, pass);
  await world.bought(other.sela, other.pass);
  expect((await sela.call('DELETE', `/api/roblox-accounts/${sela.accountId}`)).status).toBe(200);
  for (let look = 0; look < 3; look += 1) await lookLater();
  const reviews = await openReviews();
  expect(reviews.map(({ facts }) => facts)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ paidRobux: null, records: 'unreadable', owned: 'yes' }),
      expect.objectContaining({ paidRobux: 1_000 }),
    ]),
  );
  for (const review of reviews) await decide(review, 'approve');
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
});

test.each([
  ['a purchase by hand that shows after staff rejected its order opens a review', false, 1],
  ['a purchase that staff knew of when they rejected its order opens none', true, 0],
])('%s', async (_title, isSeen, reviews) => {
  const { sela, pass, id } = await world.handOrder();
  const buy = async () => {
    if (isSeen) await world.control('PATCH', `/game/passes/${pass.id}`, { price: 400 });
    await world.bought(sela, pass);
  };
  if (isSeen) await buy();
  else
    await inTransaction(world.services.db, async (tx) => giveToStaff(tx, (await lockOpen(tx, id))!, 'a bug'));
  await world.check(id);
  const ruth = await world.signIn('ruth', 'admin');
  const { body } = await ruth.call('GET', '/api/admin/reviews?kind=manual_order');
  const [review] = body as unknown as OpenReview[];
  const ruling = { decision: 'reject', reason: 'The account does not have the pass' };
  expect((await ruth.call('POST', `/api/admin/reviews/${review!.id}`, ruling)).status).toBe(200);
  if (!isSeen) await buy();
  await lookLater();
  const found = await openReviews();
  expect(found).toHaveLength(reviews);
  for (const each of found) expect((await decide(each, 'reject')).status).toBe(200);
});

test('a purchase that was paid to the same Roblox account under a new entry opens no review', async () => {
  const { sela, pass } = await moveOn();
  await world.clear();
  expect((await sela.call('DELETE', `/api/roblox-accounts/${sela.accountId}`)).status).toBe(200);
  const added = { cookie: sela.game.cookie, ratePerThousand: 2 };
  expect((await sela.call('POST', '/api/roblox-accounts', added)).status).toBe(201);
  const bram = await world.buyer(1_000);
  const placed = await world.order(bram, pass, 1_000);
  await world.check(String(placed.body.id));
  expect((await world.read(bram, String(placed.body.id))).status).toBe('completed');
  for (let look = 0; look < 3; look += 1) await lookLater();
  expect(await openReviews()).toEqual([]);
});

test('a seller who has deleted the account is not paid into a wallet that nobody can use, and the review can be rejected', async () => {
  const { sela, pass } = await moveOn();
  await world.bought(sela, pass);
  await lookLater();
  const [review] = await openReviews();
  expect((await sela.call('POST', '/api/reset/delete-me')).status).toBe(200);
  expect(await decide(review!, 'approve')).toMatchObject({
    status: 404,
    body: {
      code: 'user_not_found',
      hint: 'The account was deleted, so nobody could use the money. Choose “Do not pay”.',
    },
  });
  expect([(await world.wallet(sela, 'seller')).posted, (await openReviews()).length]).toEqual([0, 1]);
  expect((await decide(review!, 'reject')).status).toBe(200);
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
});

test('rare day 2: a purchase that did not show within a day is no longer looked for', async () => {
  const { sela, pass } = await moveOn();
  await lookLater(25);
  await world.bought(sela, pass);
  await lookLater();
  expect(await openReviews()).toEqual([]);
});
