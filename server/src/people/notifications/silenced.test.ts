import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { controlOf } from '../../../test/sandbox.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { addNews } from '../inbox/inbox.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';
import { sendDue } from './notifications.jobs.ts';

/**
 * Someone with a stolen session of a person without a second factor. What protects this person are waits, and the messages that tell
 * them of a new address, factor or token while they can still stop it.
 */
let world: TestApp;
let id = 500;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

async function victim(): Promise<{ nova: Caller; thief: Omit<Caller, 'id'>; webhookId: string }> {
  const nova = await world.signIn('nova', 'seller');
  id += 1;
  const webhookUrl = `https://discord.com/api/webhooks/${id}/token`;
  const saved = await nova.call('PUT', '/api/notifications', {
    webhookUrl,
    kinds: ['security', 'withdrawals'],
  });
  expect(saved.body.code).toBeUndefined();
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, nova.id, { ip: '203.0.113.9', userAgent: 'thief' }),
  );
  await received(String(id));
  return { nova, thief: caller(world.app, `${SESSION_COOKIES.plain}=${token}`), webhookId: String(id) };
}

/** Sends what is due, and returns all messages that reached the person's Discord. */
async function received(webhookId: string): Promise<string[]> {
  while ((await sendDue(world.services)) > 0);
  const sent = await controlOf(world.sandboxUrl)<{ webhookId: string; body: { content: string } }[]>(
    'GET',
    '/discord/messages',
  );
  return sent.filter((message) => message.webhookId === webhookId).map(({ body }) => body.content);
}

test.each([
  ['switched off', { kinds: [] }],
  ['deleted', { webhookUrl: null, kinds: [] }],
])('messages about security are not %s without a last message that says so', async (_name, change) => {
  const { thief, webhookId } = await victim();
  const before = (await received(webhookId)).length;
  expect((await thief.call('PUT', '/api/notifications', change)).status).toBe(200);
  expect((await received(webhookId)).length).toBe(before + 1);
});

test('a withdrawal that waits is told with messages about security, even if those about withdrawals were switched off', async () => {
  const { nova, thief, webhookId } = await victim();
  expect((await thief.call('PUT', '/api/notifications', { kinds: ['security'] })).status).toBe(200);
  const news = { code: 'withdrawal_requested', cents: 20_00, address: 'ltc1qthief' } as const;
  await inTransaction(world.services.db, (tx) => addNews(tx, nova.id, news));
  expect((await received(webhookId)).at(-1)).toContain('$20.00 to ltc1qthief');
});

test('the inbox tells that messages about security were switched off', async () => {
  const { nova, thief } = await victim();
  const entries = async () => ((await nova.call('GET', '/api/inbox')).body.entries as object[]).length;
  const before = await entries();
  await thief.call('PUT', '/api/notifications', { kinds: [] });
  expect(await entries()).toBe(before + 1);
});

test('the inbox tells that messages about security ended because Discord no longer knows the webhook', async () => {
  const { nova, webhookId } = await victim();
  const deleted = { service: 'discord', path: '/webhooks', times: 1, kind: 'status', status: 404 };
  await controlOf(world.sandboxUrl)('POST', '/faults', deleted);
  await inTransaction(world.services.db, (tx) => addNews(tx, nova.id, { code: 'recovery_codes_renewed' }));
  await received(webhookId);
  const { entries } = (await nova.call('GET', '/api/inbox')).body as { entries: { title: string }[] };
  expect(entries[0]).toMatchObject({ title: 'Discord messages about security ended' });
  expect((await nova.call('GET', '/api/notifications')).body.webhookUrl).toBe(null);
});

test.each([
  [
    'replaced',
    'PUT',
    '/api/notifications',
    { webhookUrl: 'https://discord.com/api/webhooks/1/token', kinds: [] },
  ],
  ['removed by a sign-out of everyone else', 'DELETE', '/api/auth/sessions', undefined],
])('a webhook that is %s gets a last message', async (_name, method, path, body) => {
  const { thief, webhookId } = await victim();
  expect((await thief.call(method, path, body)).status).toBe(200);
  expect(await received(webhookId)).toEqual([
    expect.stringContaining('Discord webhook saved'),
    expect.stringContaining('Discord messages about security ended'),
  ]);
});

test('a webhook gets a last message when its token is replaced by a wrong one', async () => {
  const { thief, webhookId } = await victim();
  const { webhookUrl } = (await thief.call('GET', '/api/notifications')).body;
  const change = { webhookUrl: String(webhookUrl).replace('••••', 'wrong'), kinds: ['security'] };
  expect((await thief.call('PUT', '/api/notifications', change)).status).toBe(200);
  expect((await received(webhookId)).at(-1)).toContain('Discord messages about security ended');
});

test('a webhook and its messages stay while Discord’s network blocks our address', async () => {
  const { nova, webhookId } = await victim();
  const before = (await received(webhookId)).length;
  const blocked = { service: 'discord', path: '/webhooks', times: 1, kind: 'status', status: 403 };
  await controlOf(world.sandboxUrl)('POST', '/faults', blocked);
  await inTransaction(world.services.db, (tx) => addNews(tx, nova.id, { code: 'recovery_codes_renewed' }));
  expect((await received(webhookId)).length).toBe(before);
  await world.database.asOwner('update notification_messages set send_at = now() where user_id = $1', [
    nova.id,
  ]);
  expect((await received(webhookId)).at(-1)).toContain('New recovery codes');
});

test('a message that waits is not lost with a webhook that is silenced and then removed', async () => {
  const { thief, webhookId } = await victim();
  await thief.call('PUT', '/api/notifications', { kinds: [] });
  await thief.call('PUT', '/api/notifications', { webhookUrl: null, kinds: [] });
  expect((await received(webhookId)).at(-1)).toContain('Discord messages about security ended');
});

test.each([
  ['removed', 'DELETE', undefined],
  ['switched off', 'PATCH', { isOn: false }],
  ['without events about security', 'PATCH', { kinds: ['orders'] }],
])('the inbox tells of a webhook of a program that is %s', async (_name, method, body) => {
  const { nova, thief } = await victim();
  const added = await nova.call('POST', '/api/webhooks', {
    url: `${world.sandboxUrl}/receiver/silenced`,
    kinds: ['security'],
  });
  expect(added.status).toBe(201);
  expect(
    (await thief.call(method, `/api/webhooks/${(added.body.webhook as { id: string }).id}`, body)).status,
  ).toBe(200);
  const [entry] = (await nova.call('GET', '/api/inbox')).body.entries as object[];
  expect(entry).toMatchObject({ title: 'Webhook without security events' });
});
