import { ReviewKind } from '@sterling/contract/reviews.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type HandOrder, type ManualWorld, openManualWorld } from '../../../test/manual-world.ts';
import { credit } from '../../../test/wallets.ts';
import { lookUpReports } from '../../people/reports/reports.jobs.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { openReview } from './reviews.ts';

/** Nobody decides their own case. Every party is an owner here, so only their part in the case can stop them. */
let world: ManualWorld;
let otto: Caller;
let hand: HandOrder;
beforeAll(async () => {
  world = await openManualWorld();
  otto = await world.signIn('otto', 'admin', true);
  hand = await world.handOrder();
});
afterAll(() => world.close());

/** Opens a review and returns its id. */
async function opened(kind: ReviewKind, subjectId: string, userId: string | null): Promise<string> {
  const { db } = world.services;
  await inTransaction(db, (tx) => openReview(tx, { kind, subjectId, userId }));
  const row = db.selectFrom('reviews').where('kind', '=', kind).where('subjectId', '=', subjectId);
  return (await row.select('id').executeTakeFirstOrThrow()).id;
}

const decide = (who: Caller, id: string) =>
  who.call('POST', `/api/admin/reviews/${id}`, { decision: 'reject', reason: 'I want it so' });

async function makeOwner(...people: readonly Caller[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await world.services.db.updateTable('users').set({ isOwner: true }).where('id', 'in', ids).execute();
}

const OWN_CASE = {
  status: 403,
  body: { code: 'unauthorized', hint: 'You have a part in this. Another member of the staff has to decide.' },
};

test.each(ReviewKind.options)('access 2: the person of a %s review does not decide it', async (kind) => {
  const id = await opened(kind, crypto.randomUUID(), otto.id);
  expect(await decide(otto, id)).toMatchObject(OWN_CASE);
  const state = world.services.db.selectFrom('reviews').where('id', '=', id).select('state');
  expect(await state.executeTakeFirst()).toEqual({ state: 'open' });
});

/** Each case: a review that names nobody, the parties that only its subject names, and its kind. */
const CASES: Partial<Record<ReviewKind, () => Promise<{ subjectId: string; parties: Caller[] }>>> = {
  manual_order: async () => ({ subjectId: hand.id, parties: [hand.nova, hand.sela] }),
  report: async () => {
    const about = { robloxUsername: hand.sela.game.username, contact: 'me@example.test', text: 'Mine' };
    const { body } = await hand.nova.call('POST', '/api/reports', about);
    await lookUpReports(world.services);
    await world.database.asOwner(
      `set session_replication_role = replica; delete from reviews where subject_id = '${body.id}'`,
    );
    return { subjectId: String(body.id), parties: [hand.sela] };
  },
  dispute: async () => {
    const [seller, buyer] = [await world.signIn('juno', 'seller'), await world.buyer(10_000)];
    const item = { title: 'Crown', itemType: 'premium_items', quantity: 1, pricePerUnit: 20 };
    const listed = await seller.call('POST', '/api/listings', { ...item, deliveryTime: '1 hour' });
    const terms = { listingId: listed.body.id, sellerId: seller.id, quantity: 1, pricePerUnit: 20 };
    const call = { ...terms, totalAmount: 20, platformFee: 1 };
    const { body } = await buyer.call('POST', '/api/transactions', call);
    return { subjectId: String(body.id), parties: [seller, buyer] };
  },
  // the last one, because its rejection removes the seller's accounts
  off_platform: async () => ({ subjectId: hand.sela.id, parties: [hand.sela] }),
};

test.each(Object.entries(CASES))('access 2: no party of a %s decides it', async (kind, make) => {
  const { subjectId, parties } = await make();
  await makeOwner(...parties);
  const id = await opened(kind as ReviewKind, subjectId, null);
  for (const party of parties) expect(await decide(party, id)).toMatchObject(OWN_CASE);
  expect((await decide(otto, id)).status).not.toBe(403);
});

test('access 2: an owner does not correct their own wallet', async () => {
  const rita = await world.signIn('rita', 'admin', true);
  await credit(world.services.db, rita.id, 1_000);
  const own = { userId: rita.id, walletType: 'buyer', amount: 5, reason: 'For me' };
  expect(await rita.call('POST', '/api/admin/corrections', own)).toMatchObject(OWN_CASE);
  expect(await world.wallet(rita)).toMatchObject({ posted: 1_000 });
  expect((await otto.call('POST', '/api/admin/corrections', own)).status).toBe(201);
});
