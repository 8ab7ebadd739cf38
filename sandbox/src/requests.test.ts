import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actAs, call, type GameAccount, openTestSandbox, type TestSandbox } from './test-kit.ts';

interface Logged {
  service: string;
  method: string;
  path: string;
  status: number | null;
  headers: Record<string, string>;
}

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('DELETE', '/requests'));

test('the log lists calls with their status, oldest first, and filters by service', async () => {
  await call(`${sandbox.url}/users/v1/users/156402338`);
  await call(`${sandbox.url}/gemini/v1/pubticker/ltcusd`);
  await call(`${sandbox.url}/users/v1/users/1`);
  expect(await log()).toMatchObject([
    { service: 'game-platform', method: 'GET', path: '/users/v1/users/156402338', status: 200 },
    { service: 'price-feed', status: 200 },
    { service: 'game-platform', status: 404 },
  ]);
  expect(await log('?service=price-feed')).toHaveLength(1);
});

test('the log lists a call that is never answered', async () => {
  await sandbox.control('POST', '/faults', { service: 'price-feed', kind: 'timeout-before' });
  const caller = new AbortController();
  fetch(`${sandbox.url}/gemini/v1/pubticker/ltcusd`, { signal: caller.signal }).catch(() => undefined);
  await expect.poll(() => log('?service=price-feed'), { timeout: 20_000 }).toMatchObject([{ status: null }]);
  caller.abort();
});

test('the log has cookies, tokens and codes as hashes only, the same for the same value', async () => {
  const sela = await sandbox.control<GameAccount>('POST', '/game/accounts', {
    username: 'sela_log',
    robux: 1,
  });
  const act = actAs(sandbox, sela.cookie);
  await act('GET', '/economy/v1/user/currency');
  await act('GET', '/users/v1/users/authenticated', undefined, { authorization: 'Bearer top-secret' });
  await act('POST', '/auth/v2/session/refresh');
  await call(`${sandbox.url}/discord/api/v10/webhooks/5/hook-secret`, 'POST', { content: 'hi' });
  await call(`${sandbox.url}/discord/oauth2/authorize?state=state-secret&code_challenge=challenge-secret`);

  const lines = await log();
  const text = JSON.stringify(lines);
  for (const secret of [
    sela.cookie,
    sela.cookie.slice(-40),
    'top-secret',
    'hook-secret',
    'state-secret',
    'challenge-secret',
  ]) {
    expect(text).not.toContain(secret);
  }
  const cookies = lines
    .filter(({ service }) => service === 'game-platform')
    .map(({ headers }) => headers.cookie);
  expect(new Set(cookies).size).toBe(1);
  expect(cookies[0]).toMatch(/^\.ROBLOSECURITY=#[0-9a-f]{12}$/);
  expect(lines[1]?.headers.authorization).toMatch(/^Bearer #[0-9a-f]{12}$/);
  const token = lines.find(({ headers }) => headers['x-csrf-token'])?.headers['x-csrf-token'];
  expect(token).toMatch(/^#[0-9a-f]{12}$/);
});

function log(query = ''): Promise<Logged[]> {
  return sandbox.control('GET', `/requests${query}`);
}
