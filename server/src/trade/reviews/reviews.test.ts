import type { Review } from '@sterling/contract/reviews.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { freshAddress, setPrice } from '../../../test/payer.ts';
import { credit, isOfBareOrder } from '../../../test/wallets.ts';
import type { OnWire } from '../../../test/wire.ts';
import { account, hold, post } from '../../money/ledger/ledger.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { openScanner } from '../../money/litecoin/scan.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeOvertaken, openReview } from './reviews.ts';

type ShownReview = OnWire<typeof Review>;

let app: TestApp;
let otto: Caller;
let ada: Caller;
let sela: Caller;
let scan: () => Promise<unknown>;
beforeAll(async () => {
  app = await openTestApp();
  const { config, db, node } = app.services;
  await setPrice(app.database, 8_500);
  scan = openScanner({ db, node, network: config.litecoin.network }).scanOnce;
  await control('/mine', { blocks: 10 });
  await scan();
  otto = await app.signIn('otto', 'admin', true);
  ada = await app.signIn('ada', 'admin');
  const strict = { value: { overUsd: 50, newAddress: false } };
  expect((await otto.call('PUT', '/api/admin/settings/withdrawal_review', strict)).status).toBe(200);
});
beforeEach(async () => {
  sela = await app.signIn('sela', 'seller');
});
afterAll(() => app.close());

async function control<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const url = `${app.sandboxUrl}/control/litecoin${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

async function reviews(query = ''): Promise<ShownReview[]> {
  const { status, body } = await ada.call('GET', `/api/admin/reviews${query}`);
  expect(status).toBe(200);
  return body as unknown as ShownReview[];
}

const decide = (who: Caller, id: string, decision: string, reason = 'Known to us', key?: string) =>
  who.call('POST', `/api/admin/reviews/${id}`, { decision, reason }, key ? { 'idempotency-key': key } : {});

/** sela requests a withdrawal of $60 of their $100, which needs a review. */
async function requestReviewed(): Promise<{ id: string; review: ShownReview; address: string }> {
  await credit(app.services.db, sela.id, 10_000, { wallet: 'seller' });
  const address = freshAddress();
  const request = { amount: 60, ltcAddress: address, walletType: 'seller' };
  const { status, body } = await sela.call('POST', '/api/wallet/withdraw', request);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    message: 'Under review by our team',
    withdrawal: { status: 'pending' },
  });
  const { id } = body.withdrawal as { id: string };
  const review = (await reviews()).find(({ subjectId }) => subjectId === id)!;
  return { id, review, address };
}

describe('a withdrawal in review', () => {
  test('is shown to staff with all facts, and flags the user', async () => {
    const before = (await ada.call('GET', '/api/admin/stats')).body.flaggedUsers;
    const { id, review, address } = await requestReviewed();
    expect(review).toMatchObject({
      kind: 'withdrawal',
      subjectId: id,
      userId: sela.id,
      username: 'sela',
      state: 'open',
      reason: null,
      decidedBy: null,
      closedAt: null,
      facts: {
        why: ['over $50'],
        state: 'requested',
        amount: 60,
        totalDeducted: 64.1,
        ltcAmount: 0.70588235,
        price: 85,
        address,
        txid: null,
        paidToAddress: 0,
        nodeSaid: null,
      },
    });
    const spanish = await ada.call('GET', '/api/admin/reviews', undefined, { 'accept-language': 'es' });
    const shown = (spanish.body as unknown as ShownReview[]).find(({ subjectId }) => subjectId === id);
    expect(shown?.facts.why).toEqual([expect.stringMatching(/^más de 50\sUS\$$/)]);
    expect((await ada.call('GET', '/api/admin/stats')).body.flaggedUsers).toBe(Number(before) + 1);
    const { headers } = await ada.call('GET', '/api/admin/reviews?kind=withdrawal&pageSize=1');
    expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(1);
    expect((await sela.call('GET', '/api/admin/reviews')).status).toBe(403);
  });

  test('can be approved by the owner only, and the decision is in the audit log', async () => {
    const { id, review } = await requestReviewed();
    expect(await decide(ada, review.id, 'approve')).toMatchObject({
      status: 403,
      body: { code: 'owner_required' },
    });
    const answer = await decide(otto, review.id, 'approve');
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'approved', reason: 'Known to us', decidedBy: 'otto', facts: { state: 'approved' } },
    });
    expect(await reviews('?state=approved')).toMatchObject([{ id: review.id }]);
    const { body } = await ada.call('GET', '/api/admin/audit?action=reviews.approved');
    expect(body).toMatchObject([
      {
        actor: 'otto',
        subjectId: review.id,
        after: { kind: 'withdrawal', subjectId: id },
        reason: 'Known to us',
      },
    ]);
    expect(await decide(otto, review.id, 'reject')).toMatchObject({
      status: 409,
      body: { code: 'review_closed' },
    });
  });

  test('is refunded with the reason after a rejection, once for one key', async () => {
    const { review } = await requestReviewed();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => decide(otto, review.id, 'reject', 'Call us first', 'one')),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { state: 'rejected' } });
    expect((await sela.call('GET', '/api/wallet')).body).toMatchObject({ balance: 100, held: 0 });
    const { body } = await sela.call('GET', '/api/wallet/transactions');
    expect(body).toMatchObject([{ status: 'failed', reason: 'Not approved: Call us first' }]);
  });

  test('is closed when its user is banned', async () => {
    const { review } = await requestReviewed();
    await otto.call('PATCH', `/api/admin/users/${sela.id}`, { isBanned: true });
    expect((await reviews()).map(({ id }) => id)).not.toContain(review.id);
    expect(await decide(otto, review.id, 'approve')).toMatchObject({ status: 409 });
  });

  test.each([
    ['with an unknown id', 'approve', 'x', 404],
    ['without a reason', 'approve', '  ', 400],
    ['with an unknown decision', 'perhaps', 'x', 400],
  ])('refuses a decision %s', async (what, decision, reason, status) => {
    const id = what === 'with an unknown id' ? 'unknown' : (await requestReviewed()).review.id;
    expect((await decide(otto, id, decision, reason)).status).toBe(status);
  });
});

describe('a reversed deposit', () => {
  /** nova pays sela $30 of a deposit of $85, which a reorganisation then drops or confirms again. */
  async function reversed(drop: boolean): Promise<{ txid: string }> {
    const { db } = app.services;
    const nova = await app.signIn('nova', 'buyer');
    const made = await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
    const { ltcAddress: address } = made.body.wallet as { ltcAddress: string };
    const { txid } = await control<{ txid: string }>('/send', { address, ltc: 1 });
    await control('/mine', { blocks: 2 });
    await scan();
    const key = `order ${nova.id}`;
    await inTransaction(db, (tx) => hold(tx, key, account.buyer(nova.id), 3_000 as never));
    const postings = [{ from: account.buyer(nova.id), to: account.seller(sela.id), amount: 3_000 as never }];
    await inTransaction(db, (tx) => post(tx, { key: `${key} paid`, kind: 'sale', hold: key, postings }));
    await control('/reorg', { depth: 2, drop: drop ? [txid] : [] });
    await scan();
    return { txid };
  }

  test('opens a review with the waiting sellers, and an approval lets them withdraw', async () => {
    const { txid } = await reversed(true);
    const [review] = await reviews('?kind=reversal');
    expect(review).toMatchObject({
      username: 'nova',
      facts: {
        ...{ txid, n: expect.any(Number), status: 'reversed', amount: 85, ltcAmount: 1, spent: 30 },
        waiting: [{ userId: sela.id, username: 'sela', amount: 30 }],
      },
    });
    expect((await sela.call('GET', '/api/wallet')).body).toMatchObject({ available: 30, withdrawable: 0 });
    expect((await decide(ada, review!.id, 'approve')).status).toBe(403);
    // access 2: an owner whose own earnings wait does not release them
    await app.services.db.updateTable('users').set({ isOwner: true }).where('id', '=', sela.id).execute();
    expect((await decide(sela, review!.id, 'approve')).body).toMatchObject({ code: 'unauthorized' });
    expect((await decide(otto, review!.id, 'approve', 'The house bears it')).status).toBe(200);
    expect((await sela.call('GET', '/api/wallet')).body).toMatchObject({ available: 30, withdrawable: 30 });
    const { body } = await ada.call('GET', '/api/admin/audit?action=reviews.approved&pageSize=1');
    expect(body).toMatchObject([{ subjectId: review!.id, reason: 'The house bears it' }]);
  });

  test('keeps the earnings locked after a rejection', async () => {
    await reversed(true);
    const [review] = await reviews('?kind=reversal');
    expect((await decide(otto, review!.id, 'reject')).status).toBe(200);
    expect((await sela.call('GET', '/api/wallet')).body).toMatchObject({ available: 30, withdrawable: 0 });
    expect(await reviews('?kind=reversal')).toEqual([]);
  });

  test('that is confirmed again needs no review', async () => {
    const { txid } = await reversed(false);
    expect(await reviews('?kind=reversal')).toEqual([]);
    const overtaken = await reviews('?kind=reversal&state=overtaken');
    expect(overtaken[0]).toMatchObject({ facts: { txid, status: 'credited' }, decidedBy: null });
  });
});

test('a subject has one open review of a kind, and a decided review cannot be changed', async () => {
  const { db } = app.services;
  const subjectId = crypto.randomUUID();
  const open = () =>
    inTransaction(db, (tx) => openReview(tx, { kind: 'correction', subjectId, userId: sela.id }));
  await Promise.all([open(), open(), open()]);
  const mine = async (query: string) =>
    (await reviews(query)).filter((review) => review.subjectId === subjectId);
  const [review] = await mine('?kind=correction');
  expect(await mine('')).toHaveLength(1);
  expect(await decide(otto, review!.id, 'approve')).toMatchObject({ status: 409 });
  await inTransaction(db, (tx) => closeOvertaken(tx, 'correction', subjectId));
  expect(await mine('?kind=correction')).toEqual([]);
  for (const change of ["update reviews set reason = 'x'", 'delete from reviews'])
    await expect(app.database.asOwner(`${change} where id = '${review!.id}'`)).rejects.toThrow(
      'does not change',
    );
});

test('the list starts with the newest or the oldest reviews', async () => {
  for (const subjectId of [crypto.randomUUID(), crypto.randomUUID()]) {
    await inTransaction(app.services.db, (tx) => openReview(tx, { kind: 'report', subjectId, userId: null }));
  }
  const ids = async (query: string) => (await reviews(query)).map(({ id }) => id);
  const oldestFirst = await ids('?dir=asc');
  expect(oldestFirst.length).toBeGreaterThan(1);
  // an id starts with its creation time
  expect(oldestFirst).toEqual(oldestFirst.toSorted());
  expect(await ids('')).toEqual(oldestFirst.toReversed());
});

test('the books balance after all of these tests', async () => {
  expect((await proveBooks(app.services.db)).filter((each) => !isOfBareOrder(each))).toEqual([]);
});
