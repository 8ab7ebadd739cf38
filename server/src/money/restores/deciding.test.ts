import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { recordRestore } from './restores.ts';

let world: TestApp;
let [owner, admin]: Caller[] = [];
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  await signIn();
});
afterAll(() => world.close());

async function signIn(): Promise<void> {
  owner = await world.signIn('otto', 'admin', true);
  admin = await world.signIn('ada', 'admin');
}

const open = async (kind: string) =>
  (
    (await owner!.call('GET', `/api/admin/reviews?kind=${kind}`)).body as unknown as Record<string, unknown>[]
  )[0]!;
const decide = (by: Caller, { id }: Record<string, unknown>, decision: string) =>
  by.call('POST', `/api/admin/reviews/${id}`, { decision, reason: 'compared with two explorers' });

test('rare day 12: only an owner approves a restore, after the signer has compared it, and nobody rejects it', async () => {
  // Discord's old names have a suffix, which people do not see
  await world.database.asOwner(`update users set username = 'ada#4242' where username = 'ada'`);
  const { id } = await inTransaction(world.services.db, (tx) => recordRestore(tx, { cause: 'timeline' }));
  expect((await owner!.call('GET', '/api/admin/reviews')).status).toBe(401);
  await signIn();
  const review = await open('restore');
  expect(review).toMatchObject({
    subjectId: id,
    facts: {
      why: [expect.stringContaining('a standby was promoted')],
      backupHeight: null,
      comparison: null,
      staff: ['otto (owner)', 'ada (admin)'],
      cancelledResets: 0,
    },
  });
  // during the stop only an owner decides; afterwards the kind decides
  expect((await decide(admin!, review, 'approve')).status).toBe(503);
  expect((await decide(owner!, review, 'reject')).body).toMatchObject({ code: 'invalid_input' });
  expect((await decide(owner!, review, 'approve')).body).toMatchObject({ code: 'service_unavailable' });

  const comparison = { journal: 'incomplete', matched: [], lost: [], contradictory: [], unexplained: [] };
  await world.database.asOwner('update restores set comparison = $1', [comparison]);
  expect((await open('restore')).facts).toMatchObject({ comparison });
  expect((await decide(owner!, review, 'approve')).body).toMatchObject({ state: 'approved' });
  const { rows } = await world.database.asOwner('select confirmed_at, compared_at from restores');
  expect(rows).toEqual([{ confirmed_at: expect.any(Date), compared_at: null }]);
  // only the signer may say that it has compared the chain and skipped addresses
  const change = (set: { comparedAt: Date } | { skippedAt: Date }) =>
    world.services.db.updateTable('restores').set(set).execute();
  await expect(change({ comparedAt: new Date() })).rejects.toThrow('only the signer compares');
  await expect(change({ skippedAt: new Date() })).rejects.toThrow('only the signer knows');
  await world.database.asOwner('update restores set compared_at = now(), skipped_at = now()');
  for (const set of [
    `cause = 'copy'`,
    'height = 5',
    'confirmed_at = null',
    'compared_at = null',
    'skipped_at = null',
  ])
    await expect(world.database.asOwner(`update restores set ${set}`), set).rejects.toThrow(
      'does not change',
    );
});

test('rare day 12: a deposit without an owner is kept by the house, and cannot be rejected', async () => {
  await inTransaction(world.services.db, (tx) =>
    openReview(tx, {
      kind: 'ownerless_deposit',
      subjectId: owner!.id,
      userId: null,
      facts: { ltcAmount: 0.5 },
    }),
  );
  const review = await open('ownerless_deposit');
  expect((await decide(owner!, review, 'reject')).body).toMatchObject({ code: 'invalid_input' });
  expect((await decide(owner!, review, 'approve')).body).toMatchObject({ state: 'approved' });
});
