import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { enqueueDueDeliveries } from '../webhooks/deliveries.ts';
import { deliver } from '../webhooks/webhooks.jobs.ts';

/** Enters secrets through the product's own endpoints, then searches for them everywhere they must not appear. */
let world: OrderWorld;
let sela: Seller;
let nova: Caller;
let otto: Caller;
let secrets: Record<string, string>;
const answers: string[] = [];

beforeAll(async () => {
  world = await openOrderWorld();
  sela = await world.seller(1_000, 3);
  nova = await world.buyer(1_000);
  otto = await world.signIn('otto', 'admin', true);
  const pass = await world.pass(500);
  // the gamepass price differs, so the buyer's cookie is used to change it
  const order = await world.order(nova, pass, 300, { buyerCookie: pass.ownerCookie });
  expect(order.status).toBe(201);
  await world.final(nova, order);
  const webhookToken = 'canary_token_of_a_webhook_0123456789';
  const webhook = { webhookUrl: `https://discord.com/api/webhooks/12345/${webhookToken}`, kinds: ['orders'] };
  answers.push(JSON.stringify((await nova.call('PUT', '/api/notifications', webhook)).body));
  const receiver = { url: `${world.sandboxUrl}/receiver/canary`, kinds: ['orders'] };
  const added = await nova.call('POST', '/api/webhooks', receiver);
  const path = `/api/webhooks/${(added.body.webhook as { id: string }).id}`;
  const rotated = await nova.call('POST', `${path}/secret`);
  await nova.call('POST', `${path}/test`);
  await sendEvents();
  answers.push(JSON.stringify((await nova.call('GET', `${path}/deliveries`)).body));
  const proxyPassword = 'canary password of a proxy';
  const proxy = {
    host: '127.0.0.1',
    port: new URL(world.sandboxUrl).port,
    username: 'ann',
    password: proxyPassword,
  };
  const addedProxy = await sela.call('POST', '/api/proxies', proxy);
  expect(addedProxy.body.status).toBe('active');
  const line = `127.0.0.1:${proxy.port}:ben:${proxyPassword}`;
  const bulk = await sela.call('POST', '/api/proxies/bulk', { lines: [line, `${line}:of-nobody`] });
  const proxied = { proxyId: addedProxy.body.id };
  const put = await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, proxied);
  expect(put.body).toMatchObject(proxied);
  answers.push(JSON.stringify([addedProxy.body, bulk.body, put.body]));
  const rotating = await world.signIn('nick');
  await otto.call('PATCH', `/api/admin/users/${rotating.id}`, { role: 'seller' });
  const renewed = await rotating.call('GET', '/api/auth/user');
  const { cookie } = await world.gameAccount(sela);
  const app = await enrolApp(nova);
  secrets = {
    'the secret of an authenticator app': app.secret,
    'a recovery code': app.recoveryCodes[0]!,
    'a cookie of a seller': tail(sela.game.cookie),
    'the cookie that it was rotated to': tail(cookie),
    'a cookie of a buyer': tail(pass.ownerCookie),
    'the token of a webhook': webhookToken,
    'the secret of a webhook': String(added.body.secret).slice(6),
    'its new secret': String(rotated.body.secret).slice(6),
    'the password of a proxy': proxyPassword,
    'the sign-in to a proxy': Buffer.from(`ann:${proxyPassword}`).toString('base64'),
    'a session token': tokenOf(nova.cookie),
    'an owner’s session token': tokenOf(otto.cookie),
    'a renewed session token': tokenOf(String(renewed.headers['set-cookie'])),
  };
  const paths = [
    'auth/user',
    'auth/sessions',
    'notifications',
    'webhooks',
    'factors',
    'inbox',
    'export',
    'wallet',
    'robux/orders',
    'roblox-accounts',
    'proxies',
    'history',
    'transactions',
    'listings',
  ];
  for (const who of [nova, sela, otto]) {
    for (const path of [...paths, 'admin/users', 'admin/audit', 'admin/settings', 'admin/stats']) {
      answers.push(JSON.stringify((await who.call('GET', `/api/${path}`)).body));
    }
  }
  answers.push(JSON.stringify(order.body));
  await sela.call('PATCH', `/api/roblox-accounts/${sela.accountId}/cookie`, {
    cookie: `${sela.game.cookie}x`,
  });
});
afterAll(() => world.close());

/** Sends the queued events, as a worker does. */
async function sendEvents(): Promise<void> {
  const { services } = world;
  await enqueueDueDeliveries(services.db, services.queue);
  const jobs = await services.queue.fetch<{ deliveryId: string }>('webhooks.deliver', { batchSize: 10 });
  expect(jobs).not.toEqual([]);
  for (const { data } of jobs) await deliver(services, data.deliveryId);
}

const tail = (cookie: string) => cookie.slice(-60);
const tokenOf = (cookie: string) => cookie.split(';')[0]!.split('=')[1]!;

/** The forms in which a secret could leak: plain, hex or base64. */
function traces(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').slice(2, -4)];
}

function expectNoSecrets(where: string): void {
  const found = Object.entries(secrets).filter(([, secret]) =>
    traces(secret).some((trace) => where.includes(trace)),
  );
  expect(found.map(([name]) => name)).toEqual([]);
}

test('no secret appears in the log', () => {
  expect(world.log()).toContain('/api/robux/orders');
  expectNoSecrets(world.log());
});

test('no secret appears in an answer', () => {
  expect(answers.join('\n')).toContain(nova.id);
  expectNoSecrets(answers.join('\n'));
});

test('no secret appears unsealed in the database, including its jobs', async () => {
  const tables = await world.database.asOwner(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'r'`,
  );
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const { rows: found } = await world.database.asOwner(`select t::text as row from ${name} t`);
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  const all = rows.join('\n');
  expect(all).toMatch(/public\.roblox_accounts .*\\\\x0{7}1/);
  expect(all).toMatch(/pgboss\.\S+ .*orderId/);
  expectNoSecrets(all);
});

test('no secret appears in a backup or in the metrics', async () => {
  const { body } = await otto.call('POST', '/api/admin/backup');
  const file = await world.app.inject({
    url: `/api/admin/backups/${body.file}`,
    headers: { cookie: otto.cookie },
  });
  const text = gunzipSync(file.rawPayload).toString();
  expect(text).toContain(sela.accountId);
  expectNoSecrets(text);
  expectNoSecrets((await world.app.inject('/metrics')).body);
});

test('the search itself finds a leaked secret', async () => {
  await world.database.asOwner(`update users set email = $1 where id = $2`, [
    secrets['a session token'],
    nova.id,
  ]);
  const { body } = await otto.call('GET', `/api/admin/users?search=${nova.id}`);
  expect(() => expectNoSecrets(JSON.stringify(body))).toThrow(/a session token/);
});
