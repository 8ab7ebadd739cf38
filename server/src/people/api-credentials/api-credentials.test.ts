import { MAX_CREDENTIALS, TOKEN_PREFIX } from '@sterling/contract/api-credentials.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  bearer,
  changeCredential,
  createCredential,
  personWithCredential,
} from '../../../test/api-credentials.ts';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { ageChecks, enrolApp } from '../../../test/factors.ts';
import { withWrongClock } from '../../../test/process-clock.ts';
import { endRestoredAccess } from '../../money/restores/access.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { applyDueResets } from '../access/factor-resets.ts';
import { deleteRevokedCredentials } from './api-credentials.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

const create = (who: Caller, body: object = {}) =>
  who.call('POST', '/api/credentials', { name: 'Bot', scopes: ['read'], ...body });
const listOf = async (who: Caller) => (await who.call('GET', '/api/credentials')).body as unknown as object[];
const me = (token: string) => bearer(world, token)('GET', '/api/auth/user');
const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('access 18: creating', () => {
  test('needs a second factor and a fresh check, even in the sandbox', async () => {
    expect(await create(nova)).toMatchObject({ status: 403, body: { code: 'api_factor_required' } });
    await enrolApp(nova);
    await ageChecks(world, nova);
    expect(await create(nova)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    expect(await listOf(nova)).toEqual([]);
  });

  test('shows the token once, stores its hash, and tells the person', async () => {
    await enrolApp(nova);
    const expiresAt = inFuture(86_400_000);
    const given = {
      name: ' Shop ',
      scopes: ['read', 'trade'],
      networks: ['10.1.2.3/8', '10.0.0.0/8'],
      expiresAt,
    };
    const { status, body } = await create(nova, given);
    const { token } = body as { token: string };
    const credential = {
      name: 'Shop',
      scopes: ['read', 'trade'],
      networks: ['10.0.0.0/8'],
      expiresAt,
      lastUsedAt: null,
    };
    expect([status, body]).toMatchObject([201, { credential }]);
    expect(token).toMatch(new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`));
    expect(await listOf(nova)).toEqual([body.credential]);
    const { rows } = await world.database.asOwner(
      `select (select jsonb_agg(c)::text from api_credentials c) || (select jsonb_agg(a)::text from audit_log a)
        || (select jsonb_agg(i)::text from inbox_entries i) as everything`,
    );
    expect(String(rows[0]!.everything)).not.toContain(token.slice(TOKEN_PREFIX.length));
    expect(world.log()).not.toContain(token.slice(TOKEN_PREFIX.length));
    const audited = await world.database.asOwner(
      `select after from audit_log where action = 'api_credentials.created'`,
    );
    expect(audited.rows.at(-1)!.after).toEqual({
      name: 'Shop',
      scopes: ['read', 'trade'],
      isLimited: true,
      expiresAt,
    });
    const [entry] = (await nova.call('GET', '/api/inbox')).body.entries as object[];
    expect(entry).toMatchObject({ kind: 'security', title: 'API token created' });
    expect(JSON.stringify(entry)).toContain('“Shop” may read your data and trade.');
  });

  test.each([
    [{ scopes: [] }, 'invalid_input'],
    [{ scopes: ['read', 'read'] }, 'invalid_input'],
    [{ scopes: ['withdraw'] }, 'invalid_input'],
    [{ networks: ['home'] }, 'invalid_network'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'invalid_input'],
    [{ expiresAt: 'tomorrow' }, 'invalid_input'],
    [{ name: '' }, 'invalid_input'],
  ])('refuses %j with %s', async (body, code) => {
    await enrolApp(nova);
    expect(await create(nova, body)).toMatchObject({ status: 400, body: { code } });
  });

  test('rare day 11: judges the expiry by the clock of the database', async () => {
    await enrolApp(nova);
    const given = { expiresAt: inFuture(86_400_000) };
    expect((await withWrongClock(172_800_000, () => create(nova, given))).status).toBe(201);
  });

  test('has a limit, even for calls at the same time', async () => {
    await enrolApp(nova);
    for (let made = 1; made < MAX_CREDENTIALS; made += 1) await createCredential(world, nova, ['read']);
    const statuses = (await Promise.all([create(nova), create(nova)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
    expect(await create(nova)).toMatchObject({ status: 409, body: { code: 'too_many_credentials' } });
  });
});

describe('access 18: a token that does not count', () => {
  test('is refused by name when it is unknown, expired or revoked', async () => {
    const { person, bot } = await personWithCredential(world, 'nova', ['read']);
    expect((await me(bot.token)).body).toMatchObject({ id: person.id });
    await changeCredential(world, bot.id, { expiresAt: new Date(Date.now() - 1) });
    expect(await me(bot.token)).toMatchObject({ status: 401, body: { code: 'token_expired' } });
    expect((await person.call('DELETE', `/api/credentials/${bot.id}`)).status).toBe(200);
    const refused = await me(bot.token);
    expect(refused).toMatchObject({ status: 401, body: { code: 'token_revoked' } });
    expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    for (const token of ['', 'sterling_x', `${bot.token}x`])
      expect(await me(token)).toMatchObject({ status: 401, body: { code: 'unknown_token' } });
    expect(await listOf(person)).toEqual([]);
    const again = await person.call('DELETE', `/api/credentials/${bot.id}`);
    expect(again).toMatchObject({ status: 404 });
    const [entry] = (await person.call('GET', '/api/inbox')).body.entries as object[];
    expect(entry).toMatchObject({ title: 'API token revoked' });
  });

  test('is refused from another network, and names the address', async () => {
    await enrolApp(nova);
    const near = await createCredential(world, nova, ['read'], { networks: ['127.0.0.0/8'] });
    const far = await createCredential(world, nova, ['read'], { networks: ['203.0.113.7', '2001:db8::/32'] });
    expect((await me(near.token)).status).toBe(200);
    const { status, body } = await me(far.token);
    expect([status, body.code]).toEqual([403, 'network_not_allowed']);
    expect(body.hint).toBe('Your address is 127.0.0.1.');
  });

  test('stops with the last second factor', async () => {
    const { person, bot } = await personWithCredential(world, 'nova', ['read']);
    const { factors } = (await person.call('GET', '/api/factors')).body as { factors: { id: string }[] };
    expect((await person.call('DELETE', `/api/factors/${factors[0]!.id}`)).status).toBe(200);
    expect(await me(bot.token)).toMatchObject({ status: 403, body: { code: 'api_factor_required' } });
  });

  test('belongs to another person: nobody revokes what is not theirs', async () => {
    const { bot } = await personWithCredential(world, 'nova', ['read']);
    expect((await nova.call('DELETE', `/api/credentials/${bot.id}`)).status).toBe(404);
    expect((await me(bot.token)).status).toBe(200);
  });
});

describe('access 18: all credentials end', () => {
  const ENDINGS: [how: string, code: string, end: (who: Caller) => Promise<unknown>][] = [
    ['with the account', 'unknown_token', (who) => who.call('POST', '/api/reset/delete-me')],
    [
      'with a ban',
      'token_revoked',
      async (who) => {
        const otto = await world.signIn('otto', 'admin', true);
        await otto.call('PATCH', `/api/admin/users/${who.id}`, { isBanned: true, isVerified: false });
      },
    ],
    [
      'when staff reset the second factor',
      'token_revoked',
      async (who) => {
        const otto = await world.signIn('otto', 'admin', true);
        await otto.call('POST', `/api/admin/users/${who.id}/factor-reset`, { reason: 'Lost' });
        await world.database.asOwner('update factor_resets set due_at = now()');
        await applyDueResets(world.services);
      },
    ],
    ['with a restore', 'token_revoked', () => inTransaction(world.services.db, endRestoredAccess)],
  ];

  test.each(ENDINGS)('%s', async (_how, code, end) => {
    const { person, bot } = await personWithCredential(world, 'nova', ['read']);
    expect((await me(bot.token)).status).toBe(200);
    await end(person);
    expect(await me(bot.token)).toMatchObject({ status: 401, body: { code } });
  });

  test('a revoked one is deleted after 90 days', async () => {
    const { person, bot } = await personWithCredential(world, 'nova', ['read']);
    await person.call('DELETE', `/api/credentials/${bot.id}`);
    await deleteRevokedCredentials(world.services.db);
    expect((await me(bot.token)).body.code).toBe('token_revoked');
    await changeCredential(world, bot.id, { revokedAt: new Date(Date.now() - 91 * 86_400_000) });
    await deleteRevokedCredentials(world.services.db);
    expect((await me(bot.token)).body.code).toBe('unknown_token');
  });
});

test('access 18: last use is noted at most once a minute', async () => {
  const { person, bot } = await personWithCredential(world, 'nova', ['read']);
  const lastUse = async () => ((await listOf(person))[0] as { lastUsedAt: string | null }).lastUsedAt;
  expect(await lastUse()).toBeNull();
  await me(bot.token);
  const first = await lastUse();
  expect(Date.now() - Date.parse(first!)).toBeLessThan(10_000);
  await me(bot.token);
  expect(await lastUse()).toBe(first);
  await changeCredential(world, bot.id, { lastUsedAt: new Date(Date.now() - 61_000) });
  await me(bot.token);
  expect(Date.parse((await lastUse())!)).toBeGreaterThanOrEqual(Date.parse(first!));
});

test('access 18: a cookie and a token together are refused, and a token sets no cookie', async () => {
  const { person, bot } = await personWithCredential(world, 'nova', ['read']);
  const both = await caller(world.app, person.cookie).call('GET', '/api/auth/user', undefined, {
    authorization: `Bearer ${bot.token}`,
  });
  expect(both).toMatchObject({ status: 400, body: { code: 'credential_and_session' } });
  await world.database.asOwner('update sessions set rotation_due = true');
  expect((await me(bot.token)).headers['set-cookie']).toBeUndefined();
});
