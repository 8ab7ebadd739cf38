import { Webhook as Signer } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { enrolApp } from '../../../test/factors.ts';
import { ALL_KINDS, useWebhookWorld } from '../../../test/webhook-world.ts';
import { endRestoredAccess } from '../../money/restores/access.ts';
import { inTransaction } from '../../platform/db/pool.ts';

const world = useWebhookWorld();

const list = async () => (await world.nova.call('GET', '/api/webhooks')).body as unknown as object[];
const change = (id: string, body: object) => world.nova.call('PATCH', `/api/webhooks/${id}`, body);
const order = () => crypto.randomUUID();

describe('access 19: the address of a webhook', () => {
  const refused = async (url: string) => {
    const { status, body } = await world.nova.call('POST', '/api/webhooks', { url, kinds: ALL_KINDS });
    return [status, (body.details as Record<string, string>)?.url];
  };

  test.each([
    ['http://hook.example/in', 'must be an https:// address'],
    ['https://127.0.0.1/in', 'must not lead to a private address'],
    ['https://[::1]:8443/in', 'must not lead to a private address'],
    ['https://2130706433/in', 'must not lead to a private address'],
    ['https://localhost/in', 'must not lead to a private address'],
    ['https://169.254.169.254/latest/meta-data', 'must not lead to a private address'],
    ['https://inside.example/in', 'must not lead to a private address'],
    ['https://unknown.example/in', 'has an unknown host'],
    ['https://ann:secret@hook.example/in', 'must not contain a username or password'],
    ['', 'must not be empty'],
  ])('%s: %s', async (url, what) => {
    world.app.internet.names.set('inside.example', ['203.0.113.30', '10.0.0.5']);
    expect(await refused(url)).toEqual([400, what]);
    expect(await list()).toEqual([]);
  });

  test.each(['25', '80', '22', '8080', '6379', '65535'])('has a port for webhooks, not %s', async (port) => {
    const { status, body } = await world.nova.call('POST', '/api/webhooks', {
      url: `https://hook.example:${port}/in`,
      kinds: ALL_KINDS,
    });
    expect([status, body.code]).toEqual([400, 'webhook_port_not_allowed']);
    expect(body.details).toEqual({ url: 'must use port 443 or 8443' });
  });

  test('may have port 8443, and an older one with another port gets nothing', async () => {
    const { id } = await world.add({ url: 'https://hook.example:8443/in' });
    const { body } = await change(id, { url: 'https://hook.example:9443/in' });
    expect(body.code).toBe('webhook_port_not_allowed');
    await world.news(order(), 1);
    await world.app.database.asOwner(`update webhook_endpoints set url = 'https://hook.example:25/in'`);
    await world.sendDue();
    expect((await world.deliveries(id))[0]).toMatchObject({
      last: { status: null, problem: 'forbidden_port' },
    });
    expect(world.receiver.events).toEqual([]);
  });

  test('is checked again when it changes', async () => {
    const { id } = await world.add();
    const { status, body } = await change(id, { url: 'https://10.0.0.1/' });
    expect([status, body.details]).toEqual([400, { url: 'must not lead to a private address' }]);
    expect((await change(id, { url: 'https://hook.example/new' })).body.url).toBe('https://hook.example/new');
  });

  test('may be the sandbox’s own, without TLS', async () => {
    const { id } = await world.add({ url: `${world.app.sandboxUrl}/nowhere` });
    await world.news(order(), 1);
    await world.sendDue();
    expect((await world.deliveries(id))[0]).toMatchObject({ last: { status: 404 } });
  });
});

describe('a webhook', () => {
  test('shows its secret once, in the answer to its creation', async () => {
    const { id, secret } = await world.add({ kinds: ['orders', 'orders', 'sales'] });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const shown = await list();
    expect(shown).toMatchObject([
      { id, url: 'https://hook.example/in', kinds: ['orders', 'sales'], off: null },
    ]);
    const stored = await world.app.database.asOwner('select sealed_secret from webhook_secrets');
    expect(stored.rows[0].sealed_secret.toString('latin1')).not.toContain(secret.slice(6));
    const [everything] = await Promise.all([world.nova.call('GET', '/api/export')]);
    expect(everything.body.webhooks).toEqual(shown);
    expect(JSON.stringify([shown, everything.body]) + world.app.log()).not.toContain(secret.slice(6));
  });

  test('exists once for an address, and five times for a person', async () => {
    const add = (path: string) =>
      world.nova.call('POST', '/api/webhooks', { url: `https://hook.example/${path}`, kinds: ['orders'] });
    await add('1');
    expect((await add('1')).body.code).toBe('webhook_exists');
    const answers = await Promise.all(['2', '3', '4', '5', '6', '7'].map(add));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 409, 409]);
    expect(await list()).toHaveLength(5);
  });

  test('tells its person that it was added, and does not receive this itself', async () => {
    const { id } = await world.add();
    const inbox = (await world.nova.call('GET', '/api/inbox')).body.entries as { text: string }[];
    expect(inbox[0]).toMatchObject({ kind: 'security', title: 'Webhook added' });
    expect(inbox[0]!.text).toContain('hook.example');
    expect(await world.deliveries(id)).toEqual([]);
  });

  test('receives only the kinds that its person chose, and nothing while it is off', async () => {
    const { id } = await world.add({ kinds: ['sales'] });
    await world.news(order(), 1);
    await change(id, { kinds: ['orders'] });
    await world.news(order(), 2);
    await change(id, { isOn: false });
    await world.news(order(), 3);
    expect(await world.sendDue()).toBe(0);
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(['given_up']);
    expect((await change(id, { isOn: true })).body.off).toBe(null);
    await world.news(order(), 4);
    await world.sendDue();
    expect(world.robuxSeen()).toEqual(['4']);
  });

  test('can be tried with a test event, unless it is off', async () => {
    const { id, secret } = await world.add();
    const { status, body } = await world.nova.call('POST', `/api/webhooks/${id}/test`);
    expect([status, body.type, body.state]).toEqual([201, 'webhook.test', 'waiting']);
    await world.sendDue();
    expect(world.receiver.verified(secret)).toMatchObject([
      { type: 'webhook.test', id: body.eventId, data: {} },
    ]);
    await change(id, { isOn: false });
    expect((await world.nova.call('POST', `/api/webhooks/${id}/test`)).body.code).toBe('out_of_order');
  });

  test('is deleted with its deliveries', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    expect((await world.nova.call('DELETE', `/api/webhooks/${id}`)).status).toBe(200);
    expect([await world.sendDue(), await list()]).toEqual([0, []]);
    expect((await world.nova.call('GET', `/api/webhooks/${id}/deliveries`)).status).toBe(404);
  });

  test('access 19: a stolen session of a person with a second factor can add none and see no secret', async () => {
    const { id } = await world.add();
    await enrolApp(world.nova);
    await world.app.database.asOwner('update sessions set checked_at = null where user_id = $1', [
      world.nova.id,
    ]);
    const calls = [
      world.nova.call('POST', '/api/webhooks', { url: 'https://hook.example/b', kinds: ['orders'] }),
      world.nova.call('POST', `/api/webhooks/${id}/secret`),
      change(id, { url: 'https://hook.example/b' }),
    ];
    for (const call of calls) expect((await call).body.code).toBe('step_up_required');
  });
});

describe('rotating the secret', () => {
  test('access 19: tells its person, because anyone who has the secret can forge events', async () => {
    const { id } = await world.add();
    await world.nova.call('POST', `/api/webhooks/${id}/secret`);
    const [news] = (await world.nova.call('GET', '/api/inbox')).body.entries as object[];
    expect(news).toMatchObject({ kind: 'security', title: 'Webhook secret changed' });
  });

  test('lets the old secret also sign for 24 hours', async () => {
    const { id, secret } = await world.add();
    const { body } = await world.nova.call('POST', `/api/webhooks/${id}/secret`);
    const renewed = String(body.secret);
    const until = Date.parse(String((body.webhook as { oldSecretUntil: string }).oldSecretUntil));
    expect((until - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await world.news(order(), 1);
    await world.sendDue();
    expect(world.receiver.verified(secret)).toEqual(world.receiver.verified(renewed));
    expect(() => world.receiver.verified(`whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();

    await world.app.database.asOwner(`update webhook_secrets set ends_at = now() where ends_at is not null`);
    world.receiver.events.length = 0;
    await world.news(order(), 2);
    await world.sendDue();
    expect(world.receiver.verified(renewed)).toHaveLength(1);
    expect(() => world.receiver.verified(secret)).toThrow('No matching signature');
  });

  test('keeps the header short, however often it is repeated', async () => {
    const { id } = await world.add();
    for (let turn = 0; turn < 4; turn += 1) await world.nova.call('POST', `/api/webhooks/${id}/secret`);
    await world.news(order(), 1);
    await world.sendDue();
    const [event] = world.receiver.events;
    expect(String(event!.headers['webhook-signature']).split(' ')).toHaveLength(3);
  });
});

describe('what happens to the person happens to their webhooks', () => {
  test('a ban stops them, including for events that wait', async () => {
    const otto = await world.app.signIn('otto', 'admin', true);
    await world.add();
    await world.news(order(), 1);
    const path = `/api/admin/users/${world.nova.id}`;
    expect((await otto.call('PATCH', path, { isBanned: true, isVerified: false })).status).toBe(200);
    await world.news(order(), 2);
    expect([await world.sendDue(), world.receiver.events]).toEqual([0, []]);
    const { rows } = await world.app.database.asOwner('select off_reason from webhook_endpoints');
    expect(rows).toEqual([{ off_reason: 'banned' }]);
  });

  test('a restore stops all of them, including Discord webhooks, until their people turn them on again', async () => {
    const { id } = await world.add();
    const webhookUrl = 'https://discord.com/api/webhooks/7654321/token_of_that_time';
    await world.nova.call('PUT', '/api/notifications', { webhookUrl, kinds: ['orders'] });
    await world.news(order(), 1);
    const { stoppedWebhooks } = await inTransaction(world.app.services.db, endRestoredAccess);
    expect(stoppedWebhooks).toBeGreaterThan(0);
    await world.news(order(), 2);
    expect([await world.sendDue(), world.receiver.events]).toEqual([0, []]);
    const { rows } = await world.app.database.asOwner(
      'select off_reason from webhook_endpoints where id = $1',
      [id],
    );
    expect(rows).toEqual([{ off_reason: 'restored' }]);
    const discord = await world.app.database.asOwner('select webhook_id, kinds from notifications');
    expect(discord.rows).toEqual([{ webhook_id: '7654321', kinds: [] }]);
    const { rows: messages } = await world.app.database.asOwner('select * from notification_messages');
    expect(messages).toEqual([]);
  });

  test('the deletion of the account deletes endpoints, secrets and deliveries', async () => {
    await world.add();
    await world.news(order(), 1);
    expect((await world.nova.call('POST', '/api/reset/delete-me')).status).toBe(200);
    for (const table of ['webhook_endpoints', 'webhook_secrets', 'webhook_deliveries']) {
      const { rows } = await world.app.database.asOwner(`select count(*)::int as count from ${table}`);
      expect([table, rows[0].count]).toEqual([table, 0]);
    }
  });
});

test('the library of Standard Webhooks signs as we do', async () => {
  const { secret } = await world.add();
  await world.news(order(), 1);
  await world.sendDue();
  const [{ headers, body }] = world.receiver.events as [(typeof world.receiver.events)[number]];
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  expect(new Signer(secret).sign(String(headers['webhook-id']), at, body)).toBe(headers['webhook-signature']);
  expect(headers['content-type']).toBe('application/json');
});
