import { endpoints } from '@sterling/contract/api.ts';
import { isForStaff, mayCall } from '@sterling/contract/endpoint.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import {
  ageChecks,
  checkByCode,
  enrolApp,
  enrolPasskey,
  forgetSteps,
  secondSession,
} from '../../../test/factors.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { buildServer } from '../../platform/http/server.ts';
import { beginTotp } from './factors.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

const ASKED = { status: 403, body: { code: 'step_up_required' } };
const WRONG = { status: 400, body: { code: 'check_failed' } };
const read = async (who = nova) => (await who.call('GET', '/api/factors')).body;
const exportOf = (who: Pick<Caller, 'call'>) => who.call('GET', '/api/export');

/** A trade between two people, and its id. */
async function makeTrade(): Promise<unknown> {
  const [seller, buyer] = [await world.signIn('juno', 'seller'), await world.signIn('bram')];
  await credit(world.services.db, buyer.id, 10_000);
  const item = { title: 'Crown', itemType: 'premium_items', quantity: 1, pricePerUnit: 20 };
  const listed = await seller.call('POST', '/api/listings', { ...item, deliveryTime: '1 hour' });
  const terms = { listingId: listed.body.id, sellerId: seller.id, quantity: 1, pricePerUnit: 20 };
  const { body } = await buyer.call('POST', '/api/transactions', {
    ...terms,
    totalAmount: 20,
    platformFee: 1,
  });
  return body.id;
}

test('access 3: every write of staff, and every backup, needs a fresh check', () => {
  const writes = endpoints.filter((endpoint) => isForStaff(endpoint) && endpoint.method !== 'GET');
  expect(writes.length).toBeGreaterThan(12);
  expect(writes.filter(({ stepUp }) => stepUp !== 'always').map(({ path }) => path)).toEqual([]);
  const download = endpoints.find(({ path }) => path === '/api/admin/backups/{file}');
  expect(download?.stepUp).toBe('always');
});

test('access 3: a buyer who only buys is never asked', () => {
  const buyer = { role: 'buyer', isOwner: false } as const;
  const marked = endpoints.filter(({ access, stepUp }) => stepUp && mayCall(access, buyer));
  const other = marked.filter(({ path }) => !path.startsWith('/api/factors'));
  expect(other.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/credentials',
    'GET /api/export',
    'POST /api/reset/delete-me',
    'PUT /api/notifications',
    'POST /api/webhooks',
    'PATCH /api/webhooks/{id}',
    'POST /api/webhooks/{id}/secret',
  ]);
});

test('access 3: people without a second factor are not asked', async () => {
  expect((await exportOf(nova)).status).toBe(200);
  const otto = await world.signIn('otto', 'admin', true);
  expect((await otto.call('POST', '/api/admin/clear-rate-limits')).status).toBe(200);
  expect(await read(otto)).toMatchObject({ factors: [], recoveryCodesLeft: 0, isRequired: false });
});

test('access 3: with an authenticator app, a protected call needs a code of the last ten minutes', async () => {
  const app = await enrolApp(nova);
  expect(app.recoveryCodes).toHaveLength(10);
  expect(await read()).toMatchObject({ factors: [{ kind: 'totp', name: 'Phone' }], recoveryCodesLeft: 10 });
  expect((await exportOf(nova)).status).toBe(200);
  await ageChecks(world, nova);
  expect(await exportOf(nova)).toMatchObject(ASKED);
  expect((await nova.call('POST', '/api/reset/delete-me')).status).toBe(403);
  expect(await checkByCode(nova, '000000')).toMatchObject(WRONG);
  expect(await exportOf(nova)).toMatchObject(ASKED);
  await forgetSteps(world);
  const { status, body } = await checkByCode(nova, app.code());
  expect(status).toBe(200);
  const left = new Date(String(body.checkedUntil)).getTime() - Date.now();
  expect(Math.round(left / 60_000)).toBe(10);
  expect((await exportOf(nova)).status).toBe(200);
  await ageChecks(world, nova);
  expect(await exportOf(nova)).toMatchObject(ASKED);
});

test('access 3: a check counts for its own session only', async () => {
  const app = await enrolApp(nova);
  const phone = await secondSession(world, nova);
  expect(await exportOf(phone)).toMatchObject(ASKED);
  expect((await exportOf(nova)).status).toBe(200);
  expect((await checkByCode(phone, app.code(1))).status).toBe(200);
  expect((await exportOf(phone)).status).toBe(200);
});

test('access 3: each code of an app is accepted once, even by simultaneous checks', async () => {
  const app = await enrolApp(nova);
  expect(await checkByCode(nova, app.firstCode)).toMatchObject(WRONG);
  const next = app.code(1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => checkByCode(nova, next)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await checkByCode(nova, app.code(-1))).toMatchObject(WRONG);
});

test('access 3: an app is set up only by a code of its secret, and its secret is sealed', async () => {
  const { body } = await nova.call('POST', '/api/factors/totp/secret');
  expect(String(body.uri)).toMatch(/^otpauth:\/\/totp\/Sterling:nova\?/);
  const wrong = await nova.call('POST', '/api/factors/totp', { name: 'Phone', code: '123456' });
  expect(wrong).toMatchObject(WRONG);
  expect(await read()).toMatchObject({ factors: [] });
  const { rows } = await world.database.asOwner('select f::text as row from factors f');
  expect(rows.map(({ row }) => row).join()).not.toContain(String(body.secret));
  expect((await exportOf(nova)).status).toBe(200);
});

test('access 3: wrong codes are limited for each session and each person, and leave other ways open', async () => {
  const app = await enrolApp(nova);
  await ageChecks(world, nova);
  for (const most of [5, 5, 0]) {
    const session = await secondSession(world, nova);
    const tries = await Promise.all(Array.from({ length: 9 }, () => checkByCode(session, '000000')));
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(most);
  }
  await forgetSteps(world);
  const refused = await checkByCode(nova, app.code());
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  const code = app.recoveryCodes[0]!;
  expect((await nova.call('POST', '/api/factors/check', { kind: 'recovery', code })).status).toBe(200);
  const nick = await world.signIn('nick');
  await enrolApp(nick);
  expect((await checkByCode(nick, '000000')).status).toBe(400);
});

test('access 3: recovery codes are stored as hashes and work once, until new ones are made', async () => {
  const { recoveryCodes } = await enrolApp(nova);
  const use = (code: string) => nova.call('POST', '/api/factors/check', { kind: 'recovery', code });
  const { rows } = await world.database.asOwner('select r::text as row from recovery_codes r');
  expect(rows.map(({ row }) => row).join()).not.toContain(recoveryCodes[0]);
  await ageChecks(world, nova);
  expect((await nova.call('POST', '/api/factors/recovery-codes')).status).toBe(403);
  const spelled = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ');
  const answers = await Promise.all([use(spelled), use(spelled)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await read()).toMatchObject({ recoveryCodesLeft: 9 });
  const renewed = (await nova.call('POST', '/api/factors/recovery-codes')).body.recoveryCodes as string[];
  expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
  expect(await use(recoveryCodes[1]!)).toMatchObject(WRONG);
  expect((await use(renewed[0]!)).status).toBe(200);
  const nick = await world.signIn('nick');
  expect(await nick.call('POST', '/api/factors/recovery-codes')).toMatchObject({ status: 409 });
});

test('access 3: a second factor is added, renamed and removed only with a fresh check', async () => {
  await enrolApp(nova);
  const [{ id }] = (await read()).factors as [{ id: string }];
  await ageChecks(world, nova);
  expect(await nova.call('POST', '/api/factors/totp/secret')).toMatchObject(ASKED);
  expect(await nova.call('POST', '/api/factors/passkeys/options')).toMatchObject(ASKED);
  expect(await nova.call('PATCH', `/api/factors/${id}`, { name: 'Mine' })).toMatchObject(ASKED);
  expect(await nova.call('DELETE', `/api/factors/${id}`)).toMatchObject(ASKED);
  await ageChecks(world, nova, -11);
  const renamed = await nova.call('PATCH', `/api/factors/${id}`, { name: 'Mine' });
  expect(renamed.body).toMatchObject({ factors: [{ name: 'Mine' }] });
  const nick = await world.signIn('nick');
  expect((await nick.call('DELETE', `/api/factors/${id}`)).status).toBe(404);
  expect((await nova.call('DELETE', `/api/factors/${id}`)).body).toMatchObject({
    factors: [],
    recoveryCodesLeft: 0,
  });
  await ageChecks(world, nova);
  expect((await exportOf(nova)).status).toBe(200);
});

test('access 3: of two sessions that set up a first factor, the second must pass a check by the first', async () => {
  const { db, vault } = world.services;
  const thief = await secondSession(world, nova);
  const [{ id: sessionId }] = (await thief.call('GET', '/api/auth/sessions')).body as unknown as [
    { id: string },
  ];
  await enrolPasskey(nova);
  // the thief's request was admitted before there was a factor
  const begun = inTransaction(db, (tx) => beginTotp(tx, vault, { id: nova.id, sessionId, isChecked: false }));
  await expect(begun).rejects.toMatchObject({ code: 'step_up_required' });
});

test('access 3: changes of second factors tell the person, and are audited', async () => {
  await enrolApp(nova, 'My phone');
  const { body } = await nova.call('GET', '/api/inbox');
  expect(body.entries).toMatchObject([
    { kind: 'security', title: 'Second factor added', text: expect.stringContaining('“My phone”') },
  ]);
  const { rows } = await world.database.asOwner(
    'select action, address from audit_log e join audit_addresses a on a.entry_id = e.id where actor_id = $1',
    [nova.id],
  );
  expect(rows).toEqual([{ action: 'factors.added', address: '127.0.0.1' }]);
});

test('access 3: in production, staff without a second factor cannot open the panel', async () => {
  const config = {
    ...world.services.config,
    mode: 'production' as const,
    publicOrigin: 'http://localhost:80',
  };
  const app = await buildServer({ ...world.services, config }, { maxLoopDelayMs: 0 });
  const otto = await world.signIn('otto', 'admin', true);
  const inProduction = { ...otto, ...caller(app, `__Host-${otto.cookie}`) };
  for (const endpoint of endpoints.filter(isForStaff)) {
    const { status, body } = await inProduction.call(
      endpoint.method,
      endpoint.path.replaceAll(/\{\w+\}/g, 'x'),
    );
    expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 403, 'factor_required']);
  }
  const refused = `select from refused_accesses where user_id = $1 and code = 'factor_required' and route = 'GET /api/admin/stats'`;
  await expect.poll(async () => (await world.database.asOwner(refused, [otto.id])).rowCount).toBe(1);
  expect(await read(inProduction)).toMatchObject({ isRequired: true });
  // calls of everyone that show staff more
  const trade = await makeTrade();
  for (const path of ['/api/transactions?all=1', '/api/robux/orders?all=1']) {
    expect([path, (await inProduction.call('GET', path)).body]).toEqual([path, []]);
  }
  expect((await inProduction.call('GET', `/api/transactions/${trade}`)).status).toBe(404);
  await enrolApp(inProduction);
  expect((await inProduction.call('GET', '/api/admin/stats')).status).toBe(200);
  await app.close();
});

test('access 3: a deleted account leaves no factor behind', async () => {
  await enrolApp(nova);
  await enrolPasskey(nova);
  expect((await nova.call('POST', '/api/reset/delete-me')).status).toBe(200);
  const { rows } = await world.database.asOwner(
    `select (select count(*) from factors where user_id = $1)::int as factors,
       (select count(*) from recovery_codes where user_id = $1)::int as codes`,
    [nova.id],
  );
  expect(rows).toEqual([{ factors: 0, codes: 0 }]);
});
