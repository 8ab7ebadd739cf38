import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, openTestSandbox, type TestSandbox } from '../test-kit.ts';

const BACK = 'http://localhost:5000/api/auth/discord/callback';
const VERIFIER = 'a-verifier-of-more-than-forty-three-characters-in-all';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

describe('approving', () => {
  test('&as= approves immediately and returns the state', async () => {
    const back = await authorize({ as: 'nova', state: 'xyz' });
    expect(back.searchParams.get('state')).toBe('xyz');
    const user = await whoIs(await accessToken(back));
    expect(user).toMatchObject({
      id: '100000000000000001',
      username: 'nova',
      discriminator: '0',
      verified: true,
    });
  });

  test('otto has the configured owner id and no avatar', async () => {
    const user = await whoIs(await accessToken(await authorize({ as: 'otto' })));
    expect(user).toMatchObject({ id: '100000000000000004', avatar: null });
  });

  test('ada still has her discriminator', async () => {
    expect(await whoIs(await accessToken(await authorize({ as: 'ada' })))).toMatchObject({
      discriminator: '4242',
    });
  });

  test('an unknown name creates a user, and the next sign-in finds the same user', async () => {
    const first = await whoIs(await accessToken(await authorize({ as: 'zoe.new' })));
    const second = await whoIs(await accessToken(await authorize({ as: 'zoe.new' })));
    expect(first.username).toBe('zoe.new');
    expect(second.id).toBe(first.id);
  });

  test('without the email scope the user has no email address', async () => {
    const user = await whoIs(await accessToken(await authorize({ as: 'nova', scope: 'identify' })));
    expect(user.email).toBeUndefined();
  });

  test('the page lists the users and escapes their names', async () => {
    await sandbox.control('PATCH', '/discord/people/mallory', { globalName: '<script>alert(1)</script>' });
    const { text } = await call(authorizeUrl({}));
    expect(text).toContain('Approve');
    expect(text).toContain('nova');
    expect(text).not.toContain('<script>alert');
  });

  test('an unknown client is refused', async () => {
    expect((await call(authorizeUrl({ client_id: 'another-client' }))).status).toBe(400);
  });
});

describe('denying', () => {
  test('a denial redirects back with access_denied and the state', async () => {
    const back = await authorize({ decision: 'deny', state: 'xyz' });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'xyz' });
  });

  test('the redirect can lack the state or have a wrong one', async () => {
    expect(
      (await authorize({ as: 'nova', state: 'xyz', decision: 'without-state' })).searchParams.has('state'),
    ).toBe(false);
    expect(
      (await authorize({ as: 'nova', state: 'xyz', decision: 'wrong-state' })).searchParams.get('state'),
    ).not.toBe('xyz');
  });

  test('prompt=none approves the last user of the browser, and otherwise requires a sign-in', async () => {
    const stranger = await authorize({ prompt: 'none' });
    expect(stranger.searchParams.get('error')).toBe('login_required');
    const signIn = await call(authorizeUrl({ as: 'sela' }));
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = await call(authorizeUrl({ prompt: 'none' }), 'GET', undefined, { cookie });
    const user = await whoIs(await accessToken(new URL(again.headers.get('location') ?? '')));
    expect(user.username).toBe('sela');
  });
});

describe('the token call', () => {
  test('a code works once', async () => {
    const back = await authorize({ as: 'nova' });
    expect((await redeem(back)).status).toBe(200);
    const again = await redeem(back);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('a code expires after a minute', async () => {
    const back = await authorize({ as: 'nova' });
    await sandbox.control('POST', '/clock', { advanceSeconds: 61 });
    expect((await redeem(back)).status).toBe(400);
  });

  test.each([
    ['no verifier', { code_verifier: undefined }],
    ['a wrong verifier', { code_verifier: `${VERIFIER}x` }],
    ['another redirect_uri', { redirect_uri: `${BACK}/other` }],
  ])('%s is refused when a challenge was sent', async (_, wrong) => {
    const back = await authorize({ as: 'nova', code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    expect((await redeem(back, { code_verifier: VERIFIER, ...wrong })).body).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('the right verifier redeems the code', async () => {
    const back = await authorize({ as: 'nova', code_challenge: CHALLENGE, code_challenge_method: 'S256' });
    expect((await redeem(back, { code_verifier: VERIFIER })).status).toBe(200);
  });

  test('a JSON body and a wrong secret are refused', async () => {
    const json = await call(`${sandbox.url}/discord/api/oauth2/token`, 'POST', {
      grant_type: 'authorization_code',
    });
    expect(json.status).toBe(400);
    const wrong = await redeem(await authorize({ as: 'nova' }), { client_secret: 'guess' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test('the secret can be sent by HTTP Basic', async () => {
    const back = await authorize({ as: 'nova' });
    const basic = `Basic ${Buffer.from('sterling-sandbox:sandbox-secret').toString('base64')}`;
    const answer = await redeem(
      back,
      { client_id: undefined, client_secret: undefined },
      { authorization: basic },
    );
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 604800 });
  });

  test('a refresh replaces the refresh token, and revoking one token ends all tokens of that user', async () => {
    const first = (await redeem(await authorize({ as: 'sela' }))).body;
    const renewed = await form('/token', { grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect(renewed.status).toBe(200);
    const reused = await form('/token', { grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect(reused.status).toBe(400);
    await form('/token/revoke', { token: first.access_token });
    const me = await call(
      `${sandbox.url}/discord/api/v10/users/@me`,
      'GET',
      undefined,
      bearer(renewed.body.access_token),
    );
    expect(me).toMatchObject({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
  });
});

test('avatars are PNG files, including those of users without a picture of their own', async () => {
  const { people } = await sandbox.control<{ people: { avatarUrl: string }[] }>('GET', '/state');
  for (const { avatarUrl } of people) {
    const picture = Buffer.from(await (await fetch(avatarUrl)).arrayBuffer());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  }
});

test('the id of a changed account contains its creation time', async () => {
  const createdAt = '2026-11-21T10:00:00.000Z';
  const person = await sandbox.control<{ id: string }>('PATCH', '/discord/people/fresh', { createdAt });
  expect(Number(BigInt(person.id) >> 22n) + 1_420_070_400_000).toBe(Date.parse(createdAt));
});

test('a webhook answers 204, or the message with wait=true, and refuses an empty message', async () => {
  const hook = `${sandbox.url}/discord/api/v10/webhooks/77/secret-token`;
  expect((await call(hook, 'POST', { content: 'sold' })).status).toBe(204);
  expect((await call(`${hook}?wait=true`, 'POST', { content: 'sold' })).body).toMatchObject({
    content: 'sold',
  });
  expect((await call(hook, 'POST', {})).body).toMatchObject({ code: 50006 });
});

function authorizeUrl(wanted: Record<string, string>): string {
  const asked = {
    response_type: 'code',
    client_id: 'sterling-sandbox',
    scope: 'identify email',
    redirect_uri: BACK,
  };
  return `${sandbox.url}/discord/oauth2/authorize?${new URLSearchParams({ ...asked, ...wanted })}`;
}

async function authorize(wanted: Record<string, string>): Promise<URL> {
  const { status, headers, text } = await call(authorizeUrl(wanted));
  expect(status, text).toBe(302);
  const back = new URL(headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(BACK);
  return back;
}

function redeem(back: URL, changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const code = back.searchParams.get('code');
  return form('/token', { grant_type: 'authorization_code', code, redirect_uri: BACK, ...changes }, headers);
}

async function form(path: string, fields: Record<string, unknown>, headers: Record<string, string> = {}) {
  const all: Record<string, unknown> = {
    client_id: 'sterling-sandbox',
    client_secret: 'sandbox-secret',
    ...fields,
  };
  const known = Object.entries(all).filter(([, value]) => value !== undefined) as [string, string][];
  const body = new URLSearchParams(known);
  const answer = await fetch(`${sandbox.url}/discord/api/oauth2${path}`, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function accessToken(back: URL): Promise<unknown> {
  return (await redeem(back)).body.access_token;
}

async function whoIs(token: unknown): Promise<Record<string, unknown>> {
  return (await call(`${sandbox.url}/discord/api/v10/users/@me`, 'GET', undefined, bearer(token))).body;
}

function bearer(token: unknown): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
