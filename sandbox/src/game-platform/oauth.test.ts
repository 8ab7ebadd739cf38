import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, openTestSandbox, type TestSandbox } from '../test-kit.ts';

const BACK = 'http://localhost:5000/roblox/callback';
const VERIFIER = 'a-verifier-of-more-than-forty-three-characters-in-all';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

test('with the write scope, an app sets the price of its user’s gamepass', async () => {
  const { access_token: token } = (await signIn('openid profile game-pass:write')).body;
  const headers = { authorization: `Bearer ${token}` };
  const who = await call(`${sandbox.url}/apis/oauth/v1/userinfo`, 'GET', undefined, headers);
  expect(who.body).toMatchObject({ sub: '156402338', preferred_username: 'NovaBuilds' });
  expect(await setPrice(headers)).toBe(204);
  const seen = await call(`${sandbox.url}/apis/game-passes/v1/game-passes/1100000101/product-info`);
  expect(seen.body).toMatchObject({ PriceInRobux: 321 });
});

test('without the scope or with an invalid token, an app cannot set a price', async () => {
  const { access_token: token } = (await signIn('openid')).body;
  expect(await setPrice({ authorization: `Bearer ${token}` })).toBe(403);
  expect(await setPrice({ authorization: 'Bearer made-up' })).toBe(401);
});

test('a sign-in needs a PKCE challenge, and the token call needs its verifier', async () => {
  const refused = await call(authorizeUrl({ as: 'NovaBuilds', code_challenge: '' }));
  expect(refused).toMatchObject({ status: 400, body: { error_description: 'code_challenge' } });
  expect(await signIn('openid', 'another-verifier-of-more-than-forty-three-characters')).toMatchObject({
    status: 400,
  });
});

test('an access token expires after 15 minutes, and a refresh token works once', async () => {
  const { access_token, refresh_token } = (await signIn('openid')).body;
  await sandbox.control('POST', '/clock', { advanceSeconds: 901 });
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await call(`${sandbox.url}/apis/oauth/v1/userinfo`, 'GET', undefined, headers)).status).toBe(401);
  const refresh = { grant_type: 'refresh_token', refresh_token: String(refresh_token) };
  expect([(await token(refresh)).status, (await token(refresh)).status]).toEqual([200, 400]);
});

test('without &as= the page lists the accounts', async () => {
  expect((await call(authorizeUrl({}))).text).toContain('NovaBuilds');
});

function authorizeUrl(wanted: Record<string, string>): string {
  const proof = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  const asked = {
    response_type: 'code',
    client_id: 'sterling-sandbox',
    scope: 'openid',
    redirect_uri: BACK,
    ...proof,
  };
  return `${sandbox.url}/apis/oauth/v1/authorize?${new URLSearchParams({ ...asked, ...wanted })}`;
}

async function signIn(scope: string, code_verifier = VERIFIER) {
  const answer = await call(authorizeUrl({ scope, as: 'NovaBuilds', state: 'xyz' }));
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('xyz');
  const code = back.searchParams.get('code') ?? '';
  return token({ grant_type: 'authorization_code', code, redirect_uri: BACK, code_verifier });
}

async function token(fields: Record<string, string>) {
  const body = new URLSearchParams({ client_id: 'sterling-sandbox', ...fields });
  const answer = await fetch(`${sandbox.url}/apis/oauth/v1/token`, { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function setPrice(headers: Record<string, string>): Promise<number> {
  const { passes } = await sandbox.control<{ passes: { id: number; universeId: number }[] }>('GET', '/state');
  const pass = passes.find(({ id }) => id === 1_100_000_101);
  const body = new FormData();
  body.set('price', '321');
  const path = `/apis/game-passes/v1/universes/${pass?.universeId}/game-passes/${pass?.id}`;
  return (await fetch(sandbox.url + path, { method: 'PATCH', body, headers })).status;
}
