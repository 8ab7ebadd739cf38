import { afterAll, beforeAll, expect, test } from 'vitest';
import { caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { freshAddress } from '../../../test/payer.ts';
import { newCaller } from '../../../test/roles.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { approveDue } from '../../money/withdrawals/approving.ts';
import { decideWithdrawal } from '../../money/withdrawals/deciding.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeDecided } from '../../trade/reviews/reviews.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';

let world: TestApp;
let staffId: string;
beforeAll(async () => {
  world = await openTestApp();
  staffId = (await newCaller(world, 'owner')).id;
  await pollPrices(world.services);
});
afterAll(() => world.close());

const newAddressesWait = (hours: number) => setSetting(world.database, 'new_address_wait', { hours });

/** Someone with a stolen session of sela requests a withdrawal to an own address. */
async function withdrawalOfThief() {
  const sela = await world.signIn('sela', 'seller');
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, sela.id, { ip: '203.0.113.9', userAgent: 'thief' }),
  );
  const thief = caller(world.app, `${SESSION_COOKIES.plain}=${token}`);
  const request = { amount: 500, ltcAddress: freshAddress(), walletType: 'seller' };
  expect((await thief.call('POST', '/api/wallet/withdraw', request)).status).toBe(201);
  return sela;
}

/** State, reason and reviews of the only withdrawal. */
async function found(userId: string) {
  const { rows } = await world.database.asOwner(
    `select w.state, w.reason, (select json_agg(r.facts) from reviews r where r.subject_id = w.id and r.state = 'open') as reviews
     from withdrawals w where w.user_id = $1`,
    [userId],
  );
  return rows;
}
const IN_REVIEW = {
  state: 'requested',
  reason: 'Under review by our team',
  reviews: [{ why: ['requested before all sessions of this person ended'] }],
};

test('access 13: staff decide a withdrawal that waits for its address when the person signs out everywhere', async () => {
  await newAddressesWait(24);
  const sela = await withdrawalOfThief();
  expect((await sela.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  const { entries } = (await sela.call('GET', '/api/inbox')).body as { entries: { text: string }[] };
  expect(entries[0]!.text).toContain('1 withdrawal waits for our review.');
  const staff = await newCaller(world, 'owner');
  expect((await staff.call('DELETE', `/api/admin/users/${sela.id}/sessions`)).status).toBe(200);
  expect(await found(sela.id)).toEqual([IN_REVIEW]);
  // the wait ends
  await world.database.asOwner(
    `set session_replication_role = replica; update withdrawals set waits_until = now() - interval '1 second'`,
  );
  await approveDue(world.services.db);
  expect(await found(sela.id)).toEqual([IN_REVIEW]);
});

test('access 13: a withdrawal that is approved and not signed goes back to a review', async () => {
  await newAddressesWait(0);
  const sela = await withdrawalOfThief();
  expect(await found(sela.id)).toMatchObject([{ state: 'approved', reviews: null }]);
  expect((await sela.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  expect(await found(sela.id)).toEqual([IN_REVIEW]);
});

test('access 13: a withdrawal that staff approve while the person signs out everywhere goes back to a review', async () => {
  const sela = await withdrawalInReview();
  const approving = await openTransaction(world.services.db, async (tx) => {
    const { id, subjectId } = await tx
      .selectFrom('reviews')
      .where('userId', '=', sela.id)
      .where('state', '=', 'open')
      .select(['id', 'subjectId'])
      .executeTakeFirstOrThrow();
    const decided = { decision: 'approve', reason: 'looked', decidedBy: staffId } as const;
    await closeDecided(tx, id, decided);
    await decideWithdrawal(tx, subjectId, decided);
  });
  const signedOut = sela.call('DELETE', '/api/auth/sessions');
  await Promise.race([signedOut, lockIsAwaited(world.database)]);
  approving.release();
  await approving.finished;
  expect((await signedOut).status).toBe(200);
  expect(await found(sela.id)).toEqual([IN_REVIEW]);
});

test('access 13: staff who decide a withdrawal in review see that the person has signed out everywhere since', async () => {
  const sela = await withdrawalInReview();
  expect((await sela.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  const why = ['over $100', ...IN_REVIEW.reviews[0]!.why];
  expect(await found(sela.id)).toMatchObject([{ state: 'requested', reviews: [{ why }] }]);
});

async function withdrawalInReview() {
  await newAddressesWait(0);
  const review = `update settings set value = $1 where key = 'withdrawal_review'`;
  await world.database.asOwner(review, [{ overUsd: 100, newAddress: false }]);
  const sela = await withdrawalOfThief();
  expect(await found(sela.id)).toMatchObject([{ state: 'requested', reviews: [{}] }]);
  return sela;
}
