import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actAs, call, type GameAccount, openTestSandbox, type TestSandbox } from '../test-kit.ts';

let sandbox: TestSandbox;
let sela: GameAccount;
let people = 0;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  sela = await sandbox.control('POST', '/game/accounts', { username: `sela_${++people}`, robux: 100 });
});

test('a cookie gives access to the account’s identity and balance', async () => {
  const act = actAs(sandbox, sela.cookie);
  expect((await act('GET', '/users/v1/users/authenticated')).body).toEqual({
    id: sela.id,
    name: sela.username,
    displayName: sela.username,
  });
  expect((await act('GET', '/economy/v1/user/currency')).body).toEqual({ robux: 100 });
  expect((await act('GET', '/economy/v1/users/1/currency')).status).toBe(403);
});

test('a missing cookie, an invalid cookie and a moderated account are refused differently', async () => {
  const none = await call(`${sandbox.url}/users/v1/users/authenticated`);
  expect(none).toMatchObject({
    status: 401,
    body: { errors: [{ code: 0, message: 'Authentication cookie is empty' }] },
  });

  await sandbox.control('PATCH', `/game/accounts/${sela.id}`, { cookieValid: false });
  expect(await whoAmI(sela.cookie)).toMatchObject({ status: 401, body: { errors: [{ code: 9002 }] } });

  await sandbox.control('PATCH', `/game/accounts/${sela.id}`, { cookieValid: true, moderated: true });
  expect(await whoAmI(sela.cookie)).toMatchObject({
    status: 403,
    body: { errors: [{ message: 'User is moderated' }] },
  });
});

test('a changing call without a CSRF token is refused before the session is checked', async () => {
  const refused = await call(`${sandbox.url}/auth/v2/logout`, 'POST');
  expect(refused.status).toBe(403);
  const token = refused.headers.get('x-csrf-token') ?? '';
  const repeated = await call(`${sandbox.url}/auth/v2/logout`, 'POST', undefined, { 'x-csrf-token': token });
  expect(repeated.status).toBe(401);
});

test('a CSRF token expires after half an hour', async () => {
  const url = `${sandbox.url}/apis/game-passes/v1/game-passes/1/purchase`;
  const cookie = `.ROBLOSECURITY=${sela.cookie}`;
  const token = (await call(url, 'POST', {}, { cookie })).headers.get('x-csrf-token') ?? '';
  expect((await call(url, 'POST', {}, { cookie, 'x-csrf-token': token })).status).toBe(400);
  await sandbox.control('POST', '/clock', { advanceSeconds: 1_801 });
  const stale = await call(url, 'POST', {}, { cookie, 'x-csrf-token': token });
  expect(stale.status).toBe(403);
  expect(stale.headers.get('x-csrf-token')).not.toBe(token);
});

test('a refresh gives a new cookie and ends the old one', async () => {
  const answer = await actAs(sandbox, sela.cookie)('POST', '/auth/v2/session/refresh');
  const fresh = answer.headers.get('set-cookie')?.match(/\.ROBLOSECURITY=([^;]+)/)?.[1] ?? '';
  expect(fresh).toMatch(/^_\|WARNING:-DO-NOT-SHARE-THIS/);
  expect((await whoAmI(sela.cookie)).status).toBe(401);
  expect((await whoAmI(fresh)).status).toBe(200);
});

test('a cookie set by any answer, including an error, replaces the old one', async () => {
  const headers = { 'set-cookie': '.ROBLOSECURITY=_|rotated|_abc; path=/' };
  await sandbox.control('POST', '/faults', {
    service: 'game-platform',
    kind: 'status',
    status: 503,
    headers,
  });
  const answer = await whoAmI(sela.cookie);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('set-cookie')).toContain('_|rotated|_abc');
  expect((await whoAmI(sela.cookie)).status).toBe(401);
  expect((await whoAmI('_|rotated|_abc')).body).toMatchObject({ id: sela.id });
});

test('a logout ends the session, and the control API restores the same cookie', async () => {
  await actAs(sandbox, sela.cookie)('POST', '/auth/v2/logout');
  expect((await whoAmI(sela.cookie)).status).toBe(401);
  await sandbox.control('PATCH', `/game/accounts/${sela.id}`, { cookieValid: true });
  expect((await whoAmI(sela.cookie)).status).toBe(200);
});

test('a cookie expires after a year, and the control API restores it', async () => {
  await sandbox.control('POST', '/clock', { advanceSeconds: 366 * 86_400 });
  expect((await whoAmI(sela.cookie)).status).toBe(401);
  expect(await sandbox.control('GET', `/game/accounts/${sela.id}`)).toMatchObject({ cookieValid: false });
  await sandbox.control('PATCH', `/game/accounts/${sela.id}`, { cookieValid: true });
  expect((await whoAmI(sela.cookie)).status).toBe(200);
});

test('from another egress address, reads work and changes are refused', async () => {
  await sandbox.control('PATCH', `/game/accounts/${sela.id}`, { boundEgress: 'sela@127.0.0.1:9' });
  const act = actAs(sandbox, sela.cookie);
  expect((await act('GET', '/economy/v1/user/currency')).status).toBe(200);
  expect(await act('POST', '/auth/v2/session/refresh')).toMatchObject({
    status: 401,
    body: { errors: [{ code: 9002 }] },
  });
});

test('a challenge on all calls also applies to reads', async () => {
  await sandbox.control('PATCH', `/game/accounts/${sela.id}`, {
    challenge: 'blocksession',
    challengeOn: 'all',
  });
  const answer = await whoAmI(sela.cookie);
  expect(answer.status).toBe(403);
  expect(answer.headers.get('rblx-challenge-type')).toBe('blocksession');
});

function whoAmI(cookie: string) {
  return actAs(sandbox, cookie)('GET', '/users/v1/users/authenticated');
}
