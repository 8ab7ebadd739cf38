import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Called, type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import type { SandboxAccount, SandboxRequest } from '../../../test/sandbox.ts';
import { stepNow } from '../../../test/steps.ts';
import { deleteExpiredData } from '../retention/retention.jobs.ts';
import { lookUpReports } from './reports.jobs.ts';

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
  await stepNow(world.orderServices, String(order.body.id));
  expect((await world.final(nova, order)).status).toBe('completed');
  expect(await rowOf(sela)).toMatchObject({ sealedCookie: null });
});

/** The statements about reports and accounts, and the calls of Roblox, that an action causes. Ids and names are left out. */
async function workOf(act: () => Promise<unknown>) {
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  await world.control('DELETE', '/requests');
  await act();
  const texts = statements.mock.calls.map(([first]) => String((first as { text?: string }).text ?? first));
  statements.mockRestore();
  const ofReports = texts.filter((text) => /reports|reviews|roblox_accounts/.test(text));
  const asked = await world.control<SandboxRequest[]>('GET', '/requests?service=game-platform');
  return {
    texts: ofReports,
    asked: asked.map(({ method, path }) => `${method} ${path.replace(/\d+$/, 'id')}`),
  };
}

test.each(['nobody_at_all', 'a name that Roblox has, and Sterling does not'])(
  'access 6: a report of an account that is for sale gets the same answer for the same work as one of %s',
  async (other) => {
    const sela = await world.seller(1_000, 3);
    const stranger = await world.pass(100);
    const { username } = await world.control<SandboxAccount>('GET', `/game/accounts/${stranger.ownerId}`);
    const names = [sela.game.username, other === 'nobody_at_all' ? other : username];
    const seen = [];
    for (const name of names) {
      let [made, checked] = [{} as Called, {} as Called];
      const making = await workOf(async () => {
        made = await report(name);
      });
      const checking = await workOf(async () => {
        checked = await verify(made.body.id);
      });
      const checkedBody = JSON.stringify(checked.body).replaceAll(String(made.body.code), 'CODE');
      const answers = { made: [made.status, Object.keys(made.body)], checked: checkedBody };
      seen.push({ making, checking, answers, status: checked.status });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect([seen[0]!.making.texts.length, seen[0]!.checking.texts.length]).toEqual([1, 1]);
    expect(seen[0]!.making.asked).toEqual([]);
    expect(seen[0]!.checking.asked).toHaveLength(2);
    expect((await verify('no-report')).status).toBe(404);
  },
);

test('access 6: everyone who proves that an account is theirs gets the same answer, for sale here or not', async () => {
  const stranger = await world.pass(100);
  const path = `/game/accounts/${stranger.ownerId}`;
  const { username } = await world.control<SandboxAccount>('GET', path);
  const made = await report(username);
  await world.control('PATCH', path, { description: made.body.code });
  expect(await verify(made.body.id)).toMatchObject({
    status: 200,
    body: { message: 'The account is off sale.' },
  });
});

test('staff decide a report that was not proved', async () => {
  const sela = await world.seller(1_000, 3);
  const { body } = await report(sela.game.username);
  await lookUpReports(world.services);
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
  expect(decided.body.facts).toMatchObject({ contact: 'me@example.test' });

  await world.database.asOwner(`update reports set created_at = now() - interval '91 days'`);
  await deleteExpiredData(world.services.db);
  const { rows } = await world.database.asOwner('select to_jsonb(r) as review from reviews r where id = $1', [
    review!.id,
  ]);
  expect(JSON.stringify(rows)).toContain(sela.game.username);
  expect(JSON.stringify(rows)).not.toContain('me@example.test');
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
