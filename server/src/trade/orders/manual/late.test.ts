import { expect, test } from 'vitest';
import { SPACING_SECONDS, useManualWorld } from '../../../../test/manual-world.ts';
import { stepNow } from '../../../../test/steps.ts';

/** Manual orders whose time runs out: nobody is blamed or paid by one look. */
const world = useManualWorld();

test('rare day 2: a purchase that Roblox shows long after the deadline is paid, and not bought again', async () => {
  const { sela, nova, pass, id } = await world.handOrder({ ratePerThousand: 6 });
  await world.seller(5_000, 3);
  await world.bought(sela, pass);
  await world.ownershipIs(false, 3);
  await world.later(id, 30 * 60 + 10);
  await world.check(id);
  await world.late(id);
  await world.check(id);
  await world.later(id, SPACING_SECONDS);
  await world.check(id);
  expect(await world.read(nova, id)).toMatchObject({ status: 'processing', accountId: sela.accountId });
  await world.check(id);
  expect(await world.read(nova, id)).toMatchObject({ status: 'completed', accountId: sela.accountId });
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
  expect(await world.purchasesSeen(pass)).toHaveLength(0);
});

test('rare day 2: only two checks 30 s apart, 2 minutes after the deadline, let the order move on', async () => {
  const { sela, nova, id } = await world.handOrder();
  await world.later(id, 30 * 60 + 100);
  for (let check = 0; check < 3; check += 1) await world.check(id);
  await world.later(id, SPACING_SECONDS);
  for (let check = 0; check < 3; check += 1) await world.check(id);
  expect((await world.read(nova, id)).status).toBe('processing');
  expect((await world.accountOf(sela)).status).toBe('online');
  await world.later(id, SPACING_SECONDS);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('failed');
  expect((await world.accountOf(sela)).status).toBe('offline');
});

test('S4.11 manual: after a missed deadline the order goes to no other account that this seller serves by hand', async () => {
  const { sela, nova, id } = await world.handOrder({ ratePerThousand: 6 });
  const { cookie } = await world.control<{ cookie: string }>('POST', '/game/accounts', {
    username: 'second_hand',
    robux: 5_000,
  });
  const { body } = await sela.call('POST', '/api/roblox-accounts', { cookie, ratePerThousand: 2 });
  await world.byHand({ ...sela, accountId: String(body.id) });
  const mira = await world.byHand(await world.seller(5_000, 3));
  await world.runOutOfTime(id);
  expect(await world.read(nova, id)).toMatchObject({ status: 'processing', accountId: mira.accountId });
});

test('S4.11 manual: the time of a seller who is banned is over, so the buyer does not wait until the deadline', async () => {
  const { sela, nova, id } = await world.handOrder({ ratePerThousand: 6 });
  const mira = await world.seller(5_000, 3);
  const otto = await world.signIn('otto', 'admin', true);
  await otto.call('PATCH', `/api/admin/users/${sela.id}`, { isBanned: true });
  await world.later(id, 125);
  await world.checkSpaced(id, 2);
  expect(await world.read(nova, id)).toMatchObject({ status: 'processing', accountId: mira.accountId });
});

test('rare day 2: an ownership or a pass that cannot be read never counts as a no', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.late(id);
  for (const path of ['is-owned', 'product-info', 'is-owned']) {
    await world.fault({ path, kind: 'status', status: 503 });
    await world.check(id);
    await world.later(id, SPACING_SECONDS);
  }
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.bought(sela, pass);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
});

test('rare day 2: an ownership that cannot be read for very long becomes a review', async () => {
  const { nova, id } = await world.handOrder();
  await world.fault({ path: 'is-owned', kind: 'status', status: 503, times: 2 });
  await world.later(id, 31 * 60);
  const manualTimings = { graceMs: 0, spacingMs: 0, patienceMs: 30_000 };
  await stepNow({ ...world.orderServices, manualTimings }, id);
  expect(await openReviews(id)).toMatchObject([{ facts: { owned: 'unreadable', orderedRobux: 1_000 } }]);
  expect((await world.read(nova, id)).events.at(-1)!.what).toBe(
    "Roblox doesn't show whether the purchase went through. Our staff is checking",
  );
  await world.runOutOfTime(id);
  expect((await world.read(nova, id)).status).toBe('processing');
  const admin = await world.signIn('ruth', 'admin');
  const [review] = await openReviews(id);
  const decision = { decision: 'reject', reason: 'The account does not have the pass' };
  expect((await admin.call('POST', `/api/admin/reviews/${review!.id}`, decision)).status).toBe(200);
  expect((await world.read(nova, id)).status).toBe('failed');
});

test('rare day 2: the claim of a seller is stored with its time and does not outweigh records that show nothing', async () => {
  const { sela, nova, id } = await world.handOrder();
  const said = await sela.call('POST', `/api/robux/orders/${id}/bought`);
  expect(said.status).toBe(200);
  await sela.call('POST', `/api/robux/orders/${id}/bought`);
  const claims = (await world.read(nova, id)).events.filter(({ what }) => what.startsWith('The seller says'));
  expect(claims).toHaveLength(1);
  expect(await stored(id)).toMatchObject([{ claimed_at: expect.any(Date) }]);
  await world.runOutOfTime(id);
  expect(await openReviews(id)).toEqual([]);
  expect((await world.read(nova, id)).status).toBe('failed');
});

test('rare day 2: records that cannot be read and a claim of the seller open a review, and a purchase that appears closes it', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await sela.call('POST', `/api/robux/orders/${id}/bought`);
  await world.bought(sela, pass);
  await world.ownershipIs(false, 5);
  await world.fault({ path: 'transaction-records', kind: 'status', status: 503, times: 5 });
  await world.late(id);
  await world.checkSpaced(id, 4);
  const [review] = await openReviews(id);
  expect(review).toMatchObject({
    facts: {
      claimedAt: expect.any(String),
      owned: 'no',
      records: 'unreadable',
      balanceBefore: 5_000,
      balance: 4_000,
    },
  });
  await world.checkSpaced(id, 1);
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
  expect(await openReviews(id)).toEqual([]);
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
});

test('rare day 2: hidden records of an account whose Robux are gone open a review if the seller claims the purchase', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { hideTransactions: true });
  await world.bought(sela, pass);
  await world.ownershipIs(false, 5);
  await sela.call('POST', `/api/robux/orders/${id}/bought`);
  await world.late(id);
  await world.checkSpaced(id, 4);
  const [review] = await openReviews(id);
  expect(review).toMatchObject({ facts: { records: 'readable', balance: 4_000 } });
  const admin = await world.signIn('ruth', 'admin');
  const decision = { decision: 'approve', reason: 'The pass is in the inventory' };
  expect((await admin.call('POST', `/api/admin/reviews/${review!.id}`, decision)).status).toBe(200);
  expect((await world.read(nova, id)).status).toBe('completed');
});

test('rare day 2: records that cannot be read and no claim let the order move on after a few checks', async () => {
  const { nova, id } = await world.handOrder();
  await world.fault({ path: 'transaction-records', kind: 'status', status: 503, times: 9 });
  await world.late(id);
  await world.checkSpaced(id, 3);
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.check(id);
  expect(await world.read(nova, id)).toMatchObject({ status: 'failed' });
  expect(await openReviews(id)).toEqual([]);
});

test('rare day 2: a record from before the order is not its purchase', async () => {
  const sela = await world.byHand(await world.seller(5_000, 2));
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  await world.control('PATCH', `/game/passes/${pass.id}`, { price: 400 });
  await world.bought(sela, pass);
  await world.control('PATCH', `/game/passes/${pass.id}`, { price: 1_000 });
  await world.ownershipIs(false, 3);
  const id = String((await world.order(nova, pass, 1_000)).body.id);
  await world.check(id);
  await world.database.asOwner(`update manual_orders set given_at = given_at + interval '1 day'`);
  await world.runOutOfTime(id);
  expect((await world.read(nova, id)).status).toBe('failed');
  expect((await world.accountOf(sela)).status).toBe('offline');
});

const stored = async (id: string) =>
  (await world.database.asOwner('select * from manual_orders where order_id = $1', [id])).rows;

interface OpenReview {
  readonly id: string;
  readonly subjectId: string;
  readonly facts: object;
}

async function openReviews(id: string): Promise<OpenReview[]> {
  const admin = await world.signIn('ruth', 'admin');
  const { body } = await admin.call('GET', '/api/admin/reviews?kind=manual_order');
  return (body as unknown as OpenReview[]).filter(({ subjectId }) => subjectId === id);
}
