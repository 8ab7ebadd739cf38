import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { fulfil } from '../../trade/orders/orders.jobs.ts';

let world: OrderWorld;
let nobody: Omit<Caller, 'id'>;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  nobody = caller(world.app, '');
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  await otto.call('POST', '/api/admin/clear-rate-limits');
});

const report = (robloxUsername: string) =>
  nobody.call('POST', '/api/reports', {
    robloxUsername,
    contact: 'me@example.test',
    text: 'It is mine.\nStop it.',
  });
const verify = (id: unknown) => nobody.call('POST', `/api/reports/${id}/verify`);
const setProfile = (seller: Seller, description: string) =>
  world.control('PATCH', `/game/accounts/${seller.game.id}`, { description });
const rowOf = (seller: Seller) =>
  world.services.db
    .selectFrom('robloxAccounts')
    .where('id', '=', seller.accountId)
    .select(['removedAt', 'sealedCookie', 'status', 'isActive'])
    .executeTakeFirstOrThrow();

test('a report alone stops no sales; the code in the profile stops them immediately', async () => {
  const sela = await world.seller(1_000, 3);
  const made = await report(sela.game.username.toUpperCase());
  expect(made.status).toBe(201);
  expect(made.body.code).toMatch(/^sterling-[0-9a-f]{12}$/);
  expect(await rowOf(sela)).toMatchObject({ status: 'online', isActive: true });
  expect((await verify(made.body.id)).body).toMatchObject({ code: 'code_not_found' });
  await setProfile(sela, 'sterling-000000000000');
  expect((await verify(made.body.id)).status).toBe(409);
  expect(await rowOf(sela)).toMatchObject({ isActive: true });

  await setProfile(sela, `hello ${made.body.code} bye`);
  expect((await verify(made.body.id)).body).toMatchObject({ success: true });
  expect(await rowOf(sela)).toMatchObject({ isActive: false, sealedCookie: null });
  expect(
    (await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { status: 'online' })).status,
  ).toBe(404);
  const { body } = await otto.call('GET', `/api/admin/audit?action=reports.verified&search=${made.body.id}`);
  expect(body).toMatchObject([{ actor: null, after: { accountId: sela.accountId } }]);
  // verifying again changes nothing
  await verify(made.body.id);
  expect(
    Number((await otto.call('GET', '/api/admin/audit?action=reports.verified')).headers['x-total-count']),
  ).toBe(1);
});

test('open orders of a reported account are completed', async () => {
  const sela = await world.seller(1_000, 3);
  const nova = await world.buyer(1_000);
  const order = await world.order(nova, await world.pass(300), 300);
  const made = await report(sela.game.username);
  await setProfile(sela, String(made.body.code));
  await verify(made.body.id);
  expect(await rowOf(sela)).toMatchObject({ isActive: false, removedAt: null });
  await fulfil(world.orderServices, String(order.body.id));
  expect((await world.final(nova, order)).status).toBe('completed');
  expect(await rowOf(sela)).toMatchObject({ sealedCookie: null });
});

test('the answers to a report do not reveal who sells here', async () => {
  const sela = await world.seller(1_000, 3);
  const [known, unknown] = [await report(sela.game.username), await report('nobody_at_all')];
  expect(unknown.status).toBe(known.status);
  expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
  const [first, second] = [await verify(known.body.id), await verify(unknown.body.id)];
  expect([second.status, second.body.code]).toEqual([first.status, first.body.code]);
  expect((await verify('no-report')).status).toBe(404);
});

test('staff decide a report that was not proved', async () => {
  const sela = await world.seller(1_000, 3);
  const { body } = await report(sela.game.username);
  const { body: open } = await otto.call('GET', '/api/admin/reviews?kind=report&pageSize=1');
  const [review] = open as unknown as { id: string; subjectId: string }[];
  expect(review).toMatchObject({
    subjectId: body.id,
    userId: sela.id,
    facts: { contact: 'me@example.test' },
  });
  const decided = await otto.call('POST', `/api/admin/reviews/${review!.id}`, {
    decision: 'approve',
    reason: 'checked their documents',
  });
  expect(decided.status).toBe(200);
  expect(await rowOf(sela)).toMatchObject({ isActive: false, sealedCookie: null });
});

test('an IP address can make five reports per hour', async () => {
  const statuses = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await report(`somebody_${turn}`)).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
});

test.each([{ robloxUsername: '' }, { contact: 'x'.repeat(201) }, { text: 'x'.repeat(2_001) }, { more: 1 }])(
  'refuses %j',
  async (wrong) => {
    const body = { robloxUsername: 'a', contact: 'b', text: 'c', ...wrong };
    expect((await nobody.call('POST', '/api/reports', body)).status).toBe(400);
  },
);
