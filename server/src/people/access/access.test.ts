import { describe, expect, test } from 'vitest';
import { createCredential, type TestCredential } from '../../../test/api-credentials.ts';
import { type Caller, caller } from '../../../test/app.ts';
import { ageChecks, enrolApp } from '../../../test/factors.ts';
import { useWebhookWorld } from '../../../test/webhook-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';
import { noteDevice } from '../sign-in/devices.ts';
import { applyDueResets } from './factor-resets.ts';

const world = useWebhookWorld();

const DISCORD = 'https://discord.com/api/webhooks/1234567/token_of_the_thief';
const CLIENT = { ip: '203.0.113.9', userAgent: 'thief' };

/** Someone with a stolen session of nova sets up a webhook, a token and a Discord webhook, and signs in with a device. */
async function rob(): Promise<{ thief: Omit<Caller, 'id'>; token: TestCredential; webhookId: string }> {
  const { db } = world.app.services;
  const stolen = await inTransaction(db, (tx) => createSession(tx, world.nova.id, CLIENT));
  const thief = caller(world.app.app, `${SESSION_COOKIES.plain}=${stolen}`);
  await noted('of nova');
  await noted('of the thief');
  await enrolApp(thief);
  const token = await createCredential(world.app, thief, ['read', 'trade']);
  const { id: webhookId } = await world.add({}, { ...thief, id: world.nova.id });
  const discord = await thief.call('PUT', '/api/notifications', { webhookUrl: DISCORD, kinds: ['orders'] });
  expect(discord.status).toBe(200);
  return { thief, token, webhookId };
}

const noted = (device: string) =>
  inTransaction(world.app.services.db, (tx) => noteDevice(tx, world.nova.id, device, CLIENT));

/** What still works of it: session, token, webhook, Discord webhook. */
async function works({ thief, token, webhookId }: Awaited<ReturnType<typeof rob>>) {
  const { rows } = await world.app.database.asOwner(
    `select (select off_reason from webhook_endpoints where id = $1) as off_reason,
      (select count(*)::int from notifications where user_id = $2) as discord`,
    [webhookId, world.nova.id],
  );
  const statuses = [thief, token].map(async ({ call }) => (await call('GET', '/api/auth/user')).status);
  return [...(await Promise.all(statuses)), rows[0].off_reason, rows[0].discord];
}

async function newsOf(who: Caller): Promise<{ title: string; text: string }[]> {
  return (await who.call('GET', '/api/inbox')).body.entries as { title: string; text: string }[];
}

const ENDED = '1 API token was revoked. 1 webhook was switched off. Your Discord webhook was removed.';

describe('access 13: what someone else set up on an account ends', () => {
  test('when the person signs out everywhere else, and the person is told', async () => {
    const robbed = await rob();
    expect(await works(robbed)).toEqual([200, 200, null, 1]);
    expect((await world.nova.call('DELETE', '/api/auth/sessions')).body).toEqual({ success: true, ended: 1 });
    expect(await works(robbed)).toEqual([401, 401, 'signed_out', 0]);
    const [news] = await newsOf(world.nova);
    expect(news).toMatchObject({ title: 'Signed out everywhere', text: expect.stringContaining(ENDED) });
    await world.skipWaits();
    expect([await world.sendDue(), world.receiver.events]).toEqual([0, []]);
  });

  test('when staff sign the person out', async () => {
    const otto = await world.app.signIn('otto', 'admin', true);
    const robbed = await rob();
    const path = `/api/admin/users/${world.nova.id}/sessions`;
    expect((await otto.call('DELETE', path)).body).toEqual({ success: true, ended: 2 });
    expect(await works(robbed)).toEqual([401, 401, 'signed_out', 0]);
    const { rows } = await world.app.database.asOwner(
      `select details from inbox_entries where user_id = $1 and code = 'access_ended'`,
      [world.nova.id],
    );
    expect(rows).toEqual([
      {
        details: {
          cause: 'staff',
          tokens: 1,
          webhooks: 1,
          discord: true,
          standingOrders: 0,
          imports: 0,
          priceRules: 0,
          preOrders: 0,
          withdrawals: 0,
        },
      },
    ]);
  });

  test('when a lost second factor is reset', async () => {
    const otto = await world.app.signIn('otto', 'admin', true);
    const robbed = await rob();
    await otto.call('POST', `/api/admin/users/${world.nova.id}/factor-reset`, { reason: 'Lost' });
    await world.app.database.asOwner('update factor_resets set due_at = now()');
    await applyDueResets(world.app.services);
    expect(await works(robbed)).toEqual([401, 401, 'signed_out', 0]);
  });

  test('when the person is banned, except the Discord webhook that tells them about refunds', async () => {
    const otto = await world.app.signIn('otto', 'admin', true);
    const robbed = await rob();
    const banned = { role: 'buyer', isOwner: false, isVerified: false, isBanned: true };
    expect((await otto.call('PATCH', `/api/admin/users/${world.nova.id}`, banned)).status).toBe(200);
    expect(await works(robbed)).toEqual([401, 401, 'banned', 1]);
  });

  test('and a role change, a logout or the end of one session leaves the programs on', async () => {
    const otto = await world.app.signIn('otto', 'admin', true);
    const robbed = await rob();
    const edit = { role: 'seller', isOwner: false, isVerified: false, isBanned: false };
    await otto.call('PATCH', `/api/admin/users/${world.nova.id}`, edit);
    await world.nova.call('POST', '/api/auth/logout');
    expect((await works(robbed)).slice(1)).toEqual([200, null, 1]);
  });
});

test('access 4: after signing out everywhere, a sign-in with a device that was known is news', async () => {
  await rob();
  await world.nova.call('DELETE', '/api/auth/sessions');
  await noted('of the thief');
  const [latest] = await newsOf(world.nova);
  expect(latest).toMatchObject({ title: 'Sign-in from a new device' });
});

test('access 13: two sessions that end each other leave one', async () => {
  const { thief } = await rob();
  const answers = await Promise.all(
    [world.nova, thief].map(({ call }) => call('DELETE', '/api/auth/sessions')),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('access 3: a new Discord webhook needs a check, and the person is told', async () => {
  const { nova } = world;
  const change = (body: object) => nova.call('PUT', '/api/notifications', body);
  await enrolApp(nova);
  expect((await change({ webhookUrl: DISCORD, kinds: ['orders'] })).status).toBe(200);
  expect((await newsOf(nova))[0]).toMatchObject({ title: 'Discord webhook saved' });
  await ageChecks(world.app, nova);
  for (const body of [{ webhookUrl: DISCORD, kinds: [] }, { webhookUrl: null, kinds: [] }, { kinds: [] }])
    expect((await change(body)).body.code).toBe('step_up_required');
});
