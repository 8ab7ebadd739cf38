import type { Review } from '@sterling/contract/reviews.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { refer } from '../../../test/referrals.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';
import { reportAllLate } from './transactions.jobs.ts';

type ShownReview = OnWire<typeof Review>;

let world: TradeWorld;
let ada: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  ada = await world.signIn('ada', 'admin');
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

/** A delivered and disputed trade of $100.00, with its review. */
async function disputed(seller: Caller) {
  const buyer = await world.buyer(10_000);
  const id = await world.bought(buyer, await world.list(seller));
  await world.step(seller, id, 'deliver');
  await world.step(buyer, id, 'dispute', { reason: 'Nothing came' });
  const [review] = await openDisputes(id);
  return { id, buyer, review: review! };
}

async function openDisputes(tradeId: string): Promise<ShownReview[]> {
  const { body } = await ada.call('GET', '/api/admin/reviews?kind=dispute');
  return (body as unknown as ShownReview[]).filter(({ subjectId }) => subjectId === tradeId);
}

const decide = ({ id }: ShownReview, decision: 'approve' | 'reject') =>
  ada.call('POST', `/api/admin/reviews/${id}`, { decision, reason: 'Seen in the inventory' });

test.each([
  ['approve', 'cancelled', 0, 10_000],
  ['reject', 'completed', 9_500, 0],
] as const)(
  'the decision %s about a dispute ends its trade as %s, once',
  async (decision, stage, sellers, buyers) => {
    const seller = await world.seller();
    const { id, buyer, review } = await disputed(seller);
    expect(review).toMatchObject({ userId: seller.id, state: 'open' });
    const answers = await Promise.all([1, 2, 3].map(() => decide(review, decision)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await buyer.call('GET', `/api/transactions/${id}`)).body).toMatchObject({ stage });
    expect((await world.wallet(seller, 'seller')).posted).toBe(sellers);
    expect((await world.wallet(buyer)).posted).toBe(buyers);
  },
);

test('a decision at the trade closes the review', async () => {
  const { id, review } = await disputed(await world.seller());
  await world.step(ada, id, 'resolve', { outcome: 'seller', reason: 'Seen in the inventory' });
  expect(await openDisputes(id)).toEqual([]);
  expect((await decide(review, 'approve')).status).toBe(409);
});

test('staff cannot decide the review of their own trade', async () => {
  const { id, review } = await disputed(ada);
  expect((await decide(review, 'reject')).status).toBe(403);
  expect(await openDisputes(id)).toHaveLength(1);
});

test('access 2: an admin who gets a share of the seller’s fee does not decide the trade, and an owner does', async () => {
  const seller = await world.seller();
  await refer(world, ada, seller);
  const { id, review } = await disputed(seller);
  const hint = 'You have a part in this. Another member of the staff has to decide.';
  expect(await decide(review, 'reject')).toMatchObject({ status: 403, body: { hint } });
  const resolution = { outcome: 'seller', reason: 'Seen in the inventory' };
  expect(await world.step(ada, id, 'resolve', resolution)).toMatchObject({ status: 403, body: { hint } });
  const otto = await world.signIn('otto', 'admin', true);
  const other = await world.seller();
  await refer(world, otto, other);
  expect((await world.step(otto, id, 'resolve', resolution)).status).toBe(200);
  expect((await world.step(otto, (await disputed(other)).id, 'resolve', resolution)).status).toBe(200);
});

test('a dispute shows staff the amounts, the delivery promise and the record of both parties', async () => {
  const seller = await world.seller();
  const rated = await world.buyer(10_000);
  const completed = await world.bought(rated, await world.list(seller));
  await world.step(seller, completed, 'deliver');
  await world.step(rated, completed, 'confirm');
  await world.step(rated, completed, 'rate', { stars: 4 });
  await decide((await disputed(seller)).review, 'approve');
  await decide((await disputed(seller)).review, 'reject');
  const { buyer, review } = await disputed(seller);
  expect(review.dispute).toMatchObject({
    title: 'Golden Crown',
    refund: 100,
    payment: 95,
    promisedDelivery: '1 hour',
    deliveredAt: expect.stringMatching(/^\d{4}-/),
    buyer: {
      userId: buyer.id,
      username: 'nova',
      completedTrades: 0,
      disputesWon: 0,
      disputesLost: 0,
      rating: null,
    },
    seller: { userId: seller.id, completedTrades: 2, disputesWon: 1, disputesLost: 1, rating: 4, ratings: 1 },
  });
  await decide(review, 'approve');
  const { body } = await ada.call('GET', `/api/admin/reviews?kind=dispute&state=approved`);
  const decided = (body as unknown as ShownReview[]).find(({ id }) => id === review.id);
  expect(decided?.dispute?.buyer).toMatchObject({ disputesWon: 1, disputesLost: 0 });
});

test('the stored answer to a decision does not keep the names of deleted parties', async () => {
  const { review, buyer } = await disputed(await world.seller());
  const decision = { decision: 'approve', reason: 'Nothing was sent' };
  const decideOnce = async () =>
    (await ada.call('POST', `/api/admin/reviews/${review.id}`, decision, { 'idempotency-key': review.id }))
      .body as unknown as ShownReview;
  const named = { username: 'sela#1234', dispute: { seller: { username: 'sela#1234' } } };
  expect(await decideOnce()).toMatchObject({ ...named, dispute: { buyer: { username: 'nova' } } });
  expect((await buyer.call('POST', '/api/reset/delete-me', { forfeit: true })).status).toBe(200);
  expect(await decideOnce()).toMatchObject({
    ...named,
    dispute: { ...named.dispute, buyer: { username: 'Deleted account' } },
  });
});

test('staff asks a question, both parties read and answer it, and the audit log names the trade', async () => {
  const seller = await world.seller();
  const { id, buyer, review } = await disputed(seller);
  expect((await world.step(ada, id, 'messages', { text: 'Where did you meet?' })).status).toBe(200);
  await world.step(seller, id, 'messages', { text: 'In the plaza' });
  for (const party of [buyer, seller]) {
    const { body } = await party.call('GET', `/api/transactions/${id}`);
    const said = (body.events as { by: string; text: string | null }[]).slice(-2);
    expect(said).toMatchObject([
      { by: 'staff', text: 'Where did you meet?' },
      { by: 'seller', text: 'In the plaza' },
    ]);
  }
  await decide(review, 'approve');
  const { body: entries } = await ada.call('GET', `/api/admin/audit?search=${id}`);
  const trade = 'Golden Crown (nova from sela)';
  expect(entries).toMatchObject([
    { action: 'reviews.approved', subject: 'sela#1234', trade },
    { action: 'transactions.resolved', trade },
    { action: 'transactions.asked', actor: 'ada', subject: null, trade, after: { stage: 'disputed' } },
  ]);
});

/** An undelivered trade of $100.00. */
async function undelivered(seller: Caller) {
  const buyer = await world.buyer(10_000);
  return { id: await world.bought(buyer, await world.list(seller)), buyer };
}

const reportLate = () => reportAllLate(world.services.db);

test('rare day 11: a trade past its delivery time is reported to staff once, and a delivery closes the report', async () => {
  const seller = await world.seller();
  const { id } = await undelivered(seller);
  await world.letPass(id, 71);
  await reportLate();
  expect(await openDisputes(id)).toEqual([]);
  await world.letPass(id, 1);
  await Promise.all([reportLate(), reportLate(), reportLate()]);
  expect(await openDisputes(id)).toMatchObject([
    { userId: seller.id, facts: { why: ['the seller has not delivered in time'] } },
  ]);
  expect((await world.step(seller, id, 'deliver')).status).toBe(200);
  await reportLate();
  expect(await openDisputes(id)).toEqual([]);
});

test('rare day 11: a late trade that its buyer cancels leaves no report', async () => {
  const { id, buyer } = await undelivered(await world.seller());
  await world.letPass(id, 73);
  await reportLate();
  expect(await openDisputes(id)).toHaveLength(1);
  expect((await world.step(buyer, id, 'cancel')).status).toBe(200);
  expect(await openDisputes(id)).toEqual([]);
});

test.each([
  ['approve', 'buyer', 'cancelled', 0, 10_000],
  ['reject', 'seller', 'completed', 9_500, 0],
] as const)(
  'rare day 11: staff ends a pending trade: %s decides for the %s',
  async (decision, outcome, stage, sellers, buyers) => {
    const seller = await world.seller();
    const { id, buyer } = await undelivered(seller);
    await world.letPass(id, 73);
    await reportLate();
    const [review] = await openDisputes(id);
    expect((await decide(review!, decision)).status).toBe(200);
    expect((await buyer.call('GET', `/api/transactions/${id}`)).body).toMatchObject({ stage });
    expect((await world.wallet(seller, 'seller')).posted).toBe(sellers);
    expect((await world.wallet(buyer)).posted).toBe(buyers);
    // the seller is not asked to answer a dispute that nobody began
    const { entries: news } = (await seller.call('GET', '/api/inbox')).body as { entries: object[] };
    expect(news).toMatchObject([{ title: 'Dispute decided' }, { title: 'Listing sold' }]);
    const { body: entries } = await ada.call('GET', `/api/admin/audit?search=${id}`);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'transactions.resolved',
        actor: 'ada',
        reason: 'Seen in the inventory',
        before: { stage: 'pending' },
        after: { stage, outcome },
      }),
    );
    const early = await undelivered(seller);
    const resolution = { outcome, reason: 'The seller left' };
    expect((await world.step(ada, early.id, 'resolve', resolution)).body.stage).toBe(stage);
  },
);

test('rare day 11: a party cannot end their own pending trade as staff', async () => {
  const { id } = await undelivered(ada);
  await world.letPass(id, 73);
  await reportLate();
  const [review] = await openDisputes(id);
  expect((await decide(review!, 'reject')).status).toBe(403);
  const answer = await world.step(ada, id, 'resolve', { outcome: 'seller', reason: 'I say so' });
  expect([answer.status, answer.body.code]).toEqual([403, 'unauthorized']);
});
