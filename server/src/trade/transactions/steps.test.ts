import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, statusAndCode } from '../../../test/app.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

const STAGES = ['pending', 'delivered', 'disputed', 'completed', 'cancelled'] as const;
type Stage = (typeof STAGES)[number];

interface Trade {
  readonly id: string;
  readonly seller: Caller;
  readonly buyer: Caller;
}

/** A trade at a stage, for $100.00. */
async function tradeAt(stage: Stage): Promise<Trade> {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  const id = await world.bought(buyer, await world.list(seller));
  if (stage === 'cancelled') await world.step(seller, id, 'cancel');
  if (stage === 'pending' || stage === 'cancelled') return { id, seller, buyer };
  await world.step(seller, id, 'deliver');
  if (stage === 'completed') await world.step(buyer, id, 'confirm');
  if (stage === 'disputed') await world.step(buyer, id, 'dispute', { reason: 'Nothing came' });
  return { id, seller, buyer };
}

const BODIES: Readonly<Record<string, object>> = {
  dispute: { reason: 'Nothing came' },
  messages: { text: 'Hello' },
  resolve: { outcome: 'seller', reason: 'Seen' },
  rate: { stars: 5 },
};

/** Who may take a step, and at which stages. At all other stages it is refused with out_of_order. */
const STEPS: readonly [step: string, by: 'seller' | 'buyer' | 'staff' | 'both', at: readonly Stage[]][] = [
  ['deliver', 'seller', ['pending']],
  ['cancel', 'both', ['pending']],
  ['confirm', 'buyer', ['delivered']],
  ['dispute', 'buyer', ['delivered']],
  ['resolve', 'staff', ['pending', 'disputed']],
  ['messages', 'both', ['pending', 'delivered', 'disputed']],
  ['rate', 'buyer', ['completed']],
];

describe('S3.03 a step is allowed once, at its stages, for its party only', () => {
  const table = STEPS.flatMap(([step, by, at]) => STAGES.map((stage) => [step, stage, by, at] as const));
  test.each(table)('%s at %s', async (step, stage, by, at) => {
    const { id, seller, buyer } = await tradeAt(stage);
    const ada = await world.signIn('ada', 'admin');
    const stranger = await world.buyer(0);
    const body = BODIES[step] ?? {};
    // staff can write messages; the other steps belong to the parties
    const others = {
      seller: [buyer, ada],
      buyer: [seller, ada],
      staff: [],
      both: step === 'cancel' ? [ada] : [],
    };
    if (step === 'resolve') {
      for (const who of [buyer, seller, stranger]) {
        expect(statusAndCode(await world.step(who, id, step, body))).toEqual([403, 'admin_required']);
      }
    } else {
      expect(statusAndCode(await world.step(stranger, id, step, body))).toEqual([
        404,
        'transaction_not_found',
      ]);
    }
    for (const who of others[by]) {
      expect(statusAndCode(await world.step(who, id, step, body))).toEqual([403, 'unauthorized']);
    }
    const who = { seller, buyer, staff: ada, both: seller }[by];
    const taken = await world.step(who, id, step, body);
    if (!at.includes(stage)) return expect(statusAndCode(taken)).toEqual([409, 'out_of_order']);
    expect(taken.status).toBe(200);
    if (step !== 'messages') {
      expect(statusAndCode(await world.step(who, id, step, body))).toEqual([409, 'out_of_order']);
    }
  });
});

test('a refused step says who can take it', async () => {
  const { id, buyer } = await tradeAt('pending');
  const ada = await world.signIn('ada', 'admin');
  expect((await world.step(buyer, id, 'deliver')).body.hint).toBe('Only the seller can do this.');
  expect((await world.step(ada, id, 'cancel')).body.hint).toBe('Only the buyer and the seller can do this.');
});

test('a step that is sent several times with one key is taken once', async () => {
  const { id, seller, buyer } = await tradeAt('delivered');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => world.step(buyer, id, 'confirm', {}, 'confirm-it')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(7);
  expect((await world.wallet(seller, 'seller')).posted).toBe(9_500);
});

test('of concurrent confirm, dispute and second confirm, one succeeds and moves the money', async () => {
  const { id, seller, buyer } = await tradeAt('delivered');
  const answers = await Promise.all([
    world.step(buyer, id, 'confirm'),
    world.step(buyer, id, 'dispute', { reason: 'Nothing came' }),
    world.step(buyer, id, 'confirm'),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { body } = await buyer.call('GET', `/api/transactions/${id}`);
  const paid = (await world.wallet(seller, 'seller')).posted;
  expect([body.stage, paid]).toEqual(body.stage === 'completed' ? ['completed', 9_500] : ['disputed', 0]);
});

test('a cancelled trade refunds the buyer and puts the listing on sale again', async () => {
  const [seller, buyer, next] = [await world.seller(), await world.buyer(10_000), await world.buyer(10_000)];
  const listing = await world.list(seller);
  const id = await world.bought(buyer, listing);
  const cancelled = await world.step(seller, id, 'cancel');
  expect(cancelled.body).toMatchObject({
    status: 'cancelled',
    stage: 'cancelled',
    endedAt: expect.any(String),
  });
  expect(await world.wallet(buyer)).toEqual({ posted: 10_000, held: 0, available: 10_000 });
  expect(await world.listingStatus(listing)).toBe('active');
  expect((await world.buy(next, listing)).status).toBe(201);
});

test('the buyer can cancel after 72 hours without delivery, not earlier', async () => {
  const { id, buyer } = await tradeAt('pending');
  await world.letPass(id, 71);
  const early = await world.step(buyer, id, 'cancel');
  expect([early.status, early.body.code, early.body.hint]).toEqual([
    409,
    'out_of_order',
    expect.stringMatching(/^The seller has until \d{4}-\d\d-\d\d \d\d:\d\d UTC to deliver\.$/),
  ]);
  await world.letPass(id, 1);
  expect((await world.step(buyer, id, 'cancel')).body.stage).toBe('cancelled');
});

test('a decision for the buyer refunds them, cancels the listing and is in the audit log', async () => {
  const { id, seller, buyer } = await tradeAt('disputed');
  const ada = await world.signIn('ada', 'admin');
  await world.step(ada, id, 'messages', { text: 'Please show a picture' });
  const resolution = { outcome: 'buyer', reason: 'The picture shows another item' };
  const resolved = await world.step(ada, id, 'resolve', resolution);
  expect(resolved.body).toMatchObject({ stage: 'cancelled', type: 'purchase', amount: 100 });
  expect((resolved.body.events as object[]).slice(-3)).toMatchObject([
    { by: 'buyer', what: 'Disputed', text: 'Nothing came' },
    { by: 'staff', what: 'Message', text: 'Please show a picture' },
    { by: 'staff', what: "Decided in the buyer's favour. $100.00 refunded", text: resolution.reason },
  ]);
  expect(await world.wallet(buyer)).toEqual({ posted: 10_000, held: 0, available: 10_000 });
  expect((await world.wallet(seller, 'seller')).posted).toBe(0);
  expect(await world.listingStatus({ id: resolved.body.listingId } as never)).toBe('cancelled');
  const audited = await world.services.db
    .selectFrom('auditLog')
    .innerJoin('auditAddresses', 'entryId', 'id')
    .where('subjectId', '=', id)
    .orderBy('id')
    .selectAll()
    .execute();
  expect(audited).toMatchObject([
    { actorId: ada.id, action: 'transactions.asked', address: '127.0.0.1' },
    {
      actorId: ada.id,
      action: 'transactions.resolved',
      before: { stage: 'disputed' },
      after: { stage: 'cancelled', outcome: 'buyer' },
      reason: resolution.reason,
      address: '127.0.0.1',
    },
  ]);
});

test('a decision for the seller pays them as if the buyer had confirmed', async () => {
  const { id, seller } = await tradeAt('disputed');
  const otto = await world.signIn('otto', 'buyer', true);
  const resolved = await world.step(otto, id, 'resolve', {
    outcome: 'seller',
    reason: 'Seen in the inventory',
  });
  expect(resolved.body).toMatchObject({ stage: 'completed', status: 'completed' });
  expect((await world.wallet(seller, 'seller')).posted).toBe(9_500);
});

test('staff cannot decide their own trade', async () => {
  const seller = await world.signIn('ada', 'admin');
  const buyer = await world.buyer(10_000);
  const id = await world.bought(buyer, await world.list(seller));
  await world.step(seller, id, 'deliver');
  await world.step(buyer, id, 'dispute', { reason: 'Nothing came' });
  const own = await world.step(seller, id, 'resolve', { outcome: 'seller', reason: 'I say so' });
  expect(statusAndCode(own)).toEqual([403, 'unauthorized']);
});

test('a completed trade can be rated once, and the listings of its seller show the rating', async () => {
  const seller = await world.seller();
  const rate = async (stars: number, comment?: string) => {
    const buyer = await world.buyer(10_000);
    const id = await world.bought(buyer, await world.list(seller));
    await world.step(seller, id, 'deliver');
    await world.step(buyer, id, 'confirm');
    return world.step(buyer, id, 'rate', { stars, comment });
  };
  const rated = await rate(5, 'Quick');
  expect(rated.body.rating).toEqual({ stars: 5, comment: 'Quick' });
  expect((rated.body.events as object[]).at(-1)).toMatchObject({ what: 'Rated with 5 stars', text: 'Quick' });
  await rate(4);
  expect((await rate(5)).body.rating).toEqual({ stars: 5, comment: null });
  expect((await world.list(seller)).sellerRating).toBe(4.7);
  for (const stars of [0, 6, 4.5, '5']) {
    const { id, buyer } = await tradeAt('completed');
    expect((await world.step(buyer, id, 'rate', { stars })).status).toBe(400);
  }
});

test('a message keeps its form, and empty or too long messages are refused', async () => {
  const { id, seller, buyer } = await tradeAt('pending');
  const said = await world.step(seller, id, 'messages', { text: '  <b>One</b>\nTwo 👑 ' });
  expect((said.body.events as object[]).at(-1)).toMatchObject({
    by: 'seller',
    what: 'Message',
    text: '<b>One</b>\nTwo 👑',
  });
  for (const text of ['', '   ', 'x'.repeat(2_001), 'a\u0000b', 7]) {
    expect((await world.step(buyer, id, 'messages', { text })).status).toBe(400);
  }
  const stranger = await world.seller();
  expect(statusAndCode(await stranger.call('GET', `/api/transactions/${id}`))).toEqual([
    404,
    'transaction_not_found',
  ]);
});
