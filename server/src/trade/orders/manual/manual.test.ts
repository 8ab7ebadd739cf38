import { expect, test } from 'vitest';
import { useManualWorld } from '../../../../test/manual-world.ts';
import { setSetting } from '../../../../test/settings.ts';

const world = useManualWorld();

test('S4.11 manual: the seller of the cheapest account gets a deadline and a store URL, and the buyer sees the deadline', async () => {
  await setSetting(world.database, 'manual_deadline', { minutes: 45 });
  const { sela, nova, pass, id } = await world.handOrder();
  const list = async (query: string) =>
    (await sela.call('GET', `/api/robux/orders${query}`)).body as unknown as Record<string, unknown>[];
  const [seen] = await list('');
  expect(await list('?role=seller&byHand=1')).toEqual([seen]);
  expect(seen).toMatchObject({ id, status: 'processing', deadline: expect.any(String) });
  expect(seen!.storeUrl).toMatch(/^https:\/\/www\.roblox\.com\/games\/\d+#!\/store$/);
  const minutes = (Date.parse(String(seen!.deadline)) - Date.now()) / 60_000;
  expect(Math.round(minutes)).toBe(45);
  expect((await nova.call('GET', '/api/status')).body).toMatchObject({ manualDeadlineMinutes: 45 });
  const shown = await world.read(nova, id);
  expect(shown).toMatchObject({ status: 'processing', deadline: seen!.deadline });
  expect(shown.storeUrl).toBeUndefined();
  expect(shown.events.at(-1)!.until).toBe(shown.deadline);
  expect(shown.events.at(-1)!.what).toMatch(/^The seller has until \d\d:\d\d UTC to buy it$/);
  expect(await world.purchasesSeen(pass)).toHaveLength(0);
  expect((await world.wallet(nova)).held).toBe(200);
  await world.bought(sela, pass);
  await world.check(id);
  expect(await list('?role=seller&byHand=1')).toEqual([]);
});

test('S4.11 manual: at equal rates an automatic account is chosen first', async () => {
  const sela = await world.byHand(await world.seller(5_000, 2));
  const mira = await world.seller(5_000, 2);
  const nova = await world.buyer(1_000);
  const first = await world.order(nova, await world.pass(1_000), 1_000);
  expect(first.body.accountId).toBe(mira.accountId);
  const rates = async () => (await nova.call('GET', '/api/roblox-accounts/aggregated')).body;
  const rate = { accountCount: 2, sellerCount: 2, totalRobux: 9_000, largestOrder: 5_000, instant: 4_000 };
  await expect.poll(rates).toMatchObject([rate]);
  const all = await world.order(nova, await world.pass(5_000), 5_000);
  expect([all.status, all.body.code]).toEqual([409, 'insufficient_balance']);
  await world.check(String(first.body.id));
  expect((await world.read(nova, String(first.body.id))).status).toBe('completed');
  expect(sela.accountId).not.toBe(mira.accountId);
});

test('S4.11 manual: a check that finds the pass owned completes the order and pays the seller once', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.bought(sela, pass);
  await Promise.all([world.check(id), world.check(id), world.check(id)]);
  expect((await world.read(nova, id)).status).toBe('completed');
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
  expect(await world.accountOf(sela)).toMatchObject({
    robuxBalance: 4_000,
    totalSold: 1_000,
    reservedRobux: 0,
  });
  const attempts = await world.database.asOwner('select * from purchase_attempts where order_id = $1', [id]);
  expect(attempts.rows).toMatchObject([{ state: 'bought', purchase_token: expect.any(String) }]);
});

test('S4.11 manual: the seller’s claim triggers a check and is not trusted without it', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  const early = await sela.call('POST', `/api/robux/orders/${id}/bought`);
  expect([early.status, early.body.status]).toEqual([200, 'processing']);
  await world.bought(sela, pass);
  const said = await sela.call('POST', `/api/robux/orders/${id}/bought`);
  expect([said.status, said.body.status]).toEqual([200, 'completed']);
  const again = await sela.call('POST', `/api/robux/orders/${id}/bought`);
  expect([again.status, again.body.code]).toEqual([409, 'out_of_order']);
  const mira = await world.signIn('mira', 'seller');
  expect((await mira.call('POST', `/api/robux/orders/${id}/bought`)).status).toBe(404);
  expect((await nova.call('POST', `/api/robux/orders/${id}/bought`)).status).toBe(403);
});

test('S4.11 manual: an account that already owned the pass is skipped', async () => {
  const sela = await world.byHand(await world.seller(5_000, 2));
  const mira = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  await world.bought(sela, pass);
  const id = String((await world.order(nova, pass, 1_000, { ratePerThousand: 6 })).body.id);
  await world.check(id);
  await world.check(id);
  expect(await world.read(nova, id)).toMatchObject({ status: 'completed', accountId: mira.accountId });
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
});

test('S4.11 manual: a purchase by another account does not count', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  const stranger = await world.seller(5_000, 6);
  await world.bought(stranger, pass);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.runOutOfTime(id);
  const order = await world.read(nova, id);
  expect(order).toMatchObject({
    status: 'failed',
    failureReason: expect.stringContaining('ran out of time'),
  });
  expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
  expect((await world.accountOf(sela)).status).toBe('offline');
});

test('S4.11 manual: a purchase at another price is not paid and is escalated', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.control('PATCH', `/game/passes/${pass.id}`, { price: 400 });
  await world.bought(sela, pass);
  await world.check(id);
  await world.runOutOfTime(id);
  const order = await world.read(nova, id);
  expect(order).toMatchObject({ status: 'processing', inReview: true });
  expect(order.events.at(-1)!.what).toBe('Bought for 400 Robux instead of 1,000. Under review');
  // the seller can do nothing more
  expect(Object.keys(await world.read(sela, id))).not.toEqual(expect.arrayContaining(['deadline']));
  expect((await sela.call('GET', '/api/robux/orders?role=seller&byHand=1')).body).toEqual([]);
  const { rows } = await world.database.asOwner(
    'select o.status, r.state, r.facts from orders o join reviews r on r.subject_id = o.id where o.id = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'manual', state: 'open', facts: { paidRobux: 400, orderedRobux: 1_000 } }]);
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
  expect((await world.wallet(nova)).held).toBe(200);
});

test.each([
  ['approve', 'completed', 200, 'Sold'],
  ['reject', 'failed', 0, 'Order refused by our team'],
] as const)(
  'S4.11 manual: after an admin decides %s, the order is %s',
  async (decision, status, earned, news) => {
    const { sela, nova, pass, id } = await world.handOrder();
    await world.control('PATCH', `/game/passes/${pass.id}`, { price: 400 });
    await world.bought(sela, pass);
    await world.check(id);
    const admin = await world.signIn('ruth', 'admin');
    const open = (await admin.call('GET', '/api/admin/reviews?kind=manual_order')).body;
    const review = (open as unknown as { id: string; subjectId: string }[]).find(
      (one) => one.subjectId === id,
    )!;
    expect(review).toMatchObject({ facts: { buyer: 'nova', paidRobux: 400, orderedRobux: 1_000 } });
    const path = `/api/admin/reviews/${review.id}`;
    expect((await admin.call('POST', path, { decision, reason: 'We looked at it' })).status).toBe(200);
    expect((await world.read(nova, id)).status).toBe(status);
    expect((await world.wallet(sela, 'seller')).posted).toBe(earned);
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000 - earned, held: 0 });
    expect((await sela.call('GET', '/api/inbox')).body).toMatchObject({ entries: [{ title: news }, {}] });
  },
);

test('S4.11 manual: without a transaction record, ownership is enough after three checks', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { hideTransactions: true });
  await world.bought(sela, pass);
  await world.check(id);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
});

test('S4.11 manual: after the deadline the order is reassigned and the late account goes off sale', async () => {
  const { sela, nova, pass, id } = await world.handOrder({ ratePerThousand: 6 });
  const mira = await world.seller(5_000, 3);
  await world.runOutOfTime(id);
  await world.check(id);
  const order = await world.read(nova, id);
  expect(order).toMatchObject({ status: 'completed', accountId: mira.accountId, totalPrice: '3.00' });
  expect(order.deadline).toBeUndefined();
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'offline', reservedRobux: 0 });
});

test('S4.11 manual: a purchase before the deadline counts even if it is checked later, and a failed check decides nothing', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.bought(sela, pass);
  await world.late(id);
  const silence = { service: 'game-platform', path: 'is-owned', kind: 'status', status: 503 };
  await world.control('POST', '/faults', silence);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
});

test('S4.11 manual: one purchase never serves two orders for the same pass', async () => {
  const sela = await world.byHand(await world.seller(5_000, 2));
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const place = async () => String((await world.order(nova, pass, 1_000)).body.id);
  const [id, second] = [await place(), await place()];
  await world.check(id);
  await world.check(second);
  expect((await world.read(nova, second)).status).toBe('failed');
  await world.bought(sela, pass);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
});

test('an account whose seller buys the pass by hand is not chosen for it again, even among other orders', async () => {
  const { sela, nova, pass } = await world.handOrder();
  expect((await world.order(nova, pass, 1_000)).body.code).toBe('out_of_stock');
  const bram = await world.seller(2_000, 3);
  const other = await world.pass(500);
  const placed = await Promise.all([
    world.order(nova, pass, 1_000, { ratePerThousand: 6 }),
    world.order(nova, other, 500, { ratePerThousand: 6 }),
  ]);
  expect(placed.map(({ body }) => body.accountId)).toEqual([bram.accountId, sela.accountId]);
});

test('S4.08 manual: the buyer’s cookie sets the price first, and is wiped', async () => {
  const sela = await world.byHand(await world.seller(5_000, 2));
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const placed = await world.order(nova, pass, 1_000, { buyerCookie: pass.ownerCookie });
  await world.check(String(placed.body.id));
  const kept = await world.services.db.selectFrom('orderCookies').selectAll().execute();
  expect(kept).toEqual([]);
  await world.bought(sela, pass);
  await world.check(String(placed.body.id));
  expect((await world.read(nova, String(placed.body.id))).status).toBe('completed');
});

test.each(['nova', 'sela'] as const)(
  'a purchase by hand is paid although %s is banned meanwhile',
  async (banned) => {
    const order = await world.handOrder();
    const { sela, pass, id } = order;
    const otto = await world.signIn('otto', 'admin', true);
    await otto.call('PATCH', `/api/admin/users/${order[banned].id}`, { isBanned: true });
    await world.bought(sela, pass);
    await world.check(id);
    const { rows } = await world.database.asOwner('select status from orders where id = $1', [id]);
    expect(rows).toEqual([{ status: 'completed' }]);
    expect((await world.wallet(sela, 'seller')).posted).toBe(200);
  },
);
