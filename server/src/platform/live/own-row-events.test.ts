import { cents } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type EventPage, openEventPage } from '../../../test/event-page.ts';
import { insertAccount } from '../../../test/stock.ts';
import { openTwoWebs, type TwoWebs } from '../../../test/two-webs.ts';
import { credit } from '../../../test/wallets.ts';
import { account, post } from '../../money/ledger/ledger.ts';
import { payShare, recordReferral } from '../../people/affiliate/affiliate.ts';
import { createSession } from '../../people/sessions/sessions.ts';
import { inTransaction } from '../db/pool.ts';

/** What the open pages of a user learn of the user's own rows. They are connected to the second web server. */
let world: TwoWebs;
let sela: Caller;
let hers: EventPage;
let his: EventPage;

beforeAll(async () => {
  world = await openTwoWebs();
});
afterAll(() => world.close());
beforeEach(async () => {
  sela = await world.signIn('sela', 'seller');
  hers = await openEventPage(sela, world.other.origin);
  his = await openEventPage(await world.signIn('nova'), world.other.origin);
});
afterEach(() => {
  for (const page of [hers, his]) page.leave();
});

test.each([
  [
    'proxies',
    "insert into proxies (user_id, host, port) values ($1, 'a.example', 1)",
    "status = 'active', checked_at = now()",
  ],
  [
    'webhooks',
    "insert into webhook_endpoints (id, user_id, url, kinds) values (new_id(), $1, 'https://a.example', '{orders}')",
    'failing_since = now()',
  ],
  [
    'withdrawal-addresses',
    "insert into withdrawal_addresses (user_id, label, address, usable_at) values ($1, 'Desk', 'ltc1q', now())",
    "label = 'Vault'",
  ],
  [
    'price-alerts',
    'insert into price_alerts (user_id, robux, rate_cents) values ($1, 1000, 300)',
    'met_at = now(), met_robux = 1000',
  ],
  [
    'notifications',
    "insert into notifications (user_id, sealed_webhook, webhook_id, kinds) values ($1, 'x', '1', '{orders}')",
    "kinds = '{sales}'",
  ],
  [
    'api-credentials',
    "insert into api_credentials (user_id, name, token_hash, scopes) values ($1, 'Bot', 'x', '{read}')",
    'revoked_at = now()',
  ],
  [
    'factors',
    "insert into factors (user_id, kind, name, sealed_secret, last_step) values ($1, 'totp', 'Phone', 'x', 0)",
    "name = 'Old phone'",
  ],
  ['factors', "insert into recovery_codes (user_id, hash) values ($1, 'x')", 'used_at = now()'],
  [
    'factors',
    "insert into factor_resets (user_id, requested_by, reason, due_at) values ($1, $1, 'Lost', now())",
    "state = 'cancelled', ended_at = now()",
  ],
  ['factors', 'insert into withdrawal_preferences (user_id) values ($1)', 'unchecked_cents = 100'],
  ['withdrawal-addresses', 'insert into withdrawal_preferences (user_id) values ($1)', 'wait_hours = 24'],
])('each change of %s is reported to its user only', async (topic, insert, change) => {
  const table = /insert into (\w+)/.exec(insert)![1]!;
  const statements = [insert, `update ${table} set ${change} where user_id = $1`];
  for (const statement of [...statements, `delete from ${table} where user_id = $1`]) {
    const before = hers.received.length;
    await world.database.asOwner(statement, [sela.id]);
    await expect.poll(() => hers.received.slice(before)).toContainEqual({ topic, id: null, state: null });
  }
  expect(his.received).not.toContainEqual(expect.objectContaining({ topic }));
});

test.each(['proxy_id', 'status_reason'])(
  'a changed %s of an account is reported to its seller',
  async (column) => {
    const id = await insertAccount(world.database, { owner: sela.id, rateCents: 300, robux: 1_000 });
    const { rows } = await world.database.asOwner(
      "insert into proxies (user_id, host, port) values ($1, 'a.example', 1) returning id",
      [sela.id],
    );
    await expect.poll(() => hers.received).toContainEqual(expect.objectContaining({ topic: 'proxies' }));
    const before = hers.received.length;
    const value = column === 'proxy_id' ? rows[0].id : 'Checked';
    await world.database.asOwner(`update roblox_accounts set ${column} = $2 where id = $1`, [id, value]);
    await expect
      .poll(() => hers.received.slice(before))
      .toContainEqual({ topic: 'roblox-accounts', id, state: 'online' });
  },
);

test('a sign-in in another browser, and its end, are reported to the user only', async () => {
  const { db } = world.services;
  const sessions = async () =>
    (await sela.call('GET', '/api/auth/sessions')).body as unknown as { id: string }[];
  await inTransaction(db, (tx) => createSession(tx, sela.id, { ip: '192.0.2.1', userAgent: 'Phone' }));
  const { id: phone } = (await sessions())[0]!;
  // the events of the own sign-ins may arrive only now
  const toldTo = ({ received }: typeof hers) =>
    received.filter(({ topic, id }) => topic === 'sessions' && id === phone).length;
  await expect.poll(() => toldTo(hers)).toBe(1);
  expect((await sela.call('DELETE', `/api/auth/sessions/${phone}`)).status).toBe(200);
  await expect.poll(() => toldTo(hers)).toBe(2);
  expect(toldTo(his)).toBe(0);
});

test('a new secret of a webhook is reported to its user', async () => {
  const { rows } = await world.database.asOwner(
    `insert into webhook_endpoints (id, user_id, url, kinds) values (new_id(), $1, 'https://a.example', '{orders}') returning id`,
    [sela.id],
  );
  const told = () => hers.received.filter(({ topic }) => topic === 'webhooks').length;
  await expect.poll(told).toBe(1);
  expect((await sela.call('POST', `/api/webhooks/${rows[0].id}/secret`)).status).toBe(200);
  await expect.poll(told).toBe(2);
});

test('a referred person and a share of their fees are reported to the referrer only', async () => {
  const nova = await world.signIn('nova');
  const told = () => hers.received.filter(({ topic }) => topic === 'affiliate').length;
  const { body } = await sela.call('GET', '/api/affiliate');
  const { db } = world.services;
  await inTransaction(db, (tx) => recordReferral(tx, nova.id, String(body.code)));
  await expect.poll(told).toBe(1);
  await credit(db, nova.id, 10_000);
  const fee = { from: account.buyer(nova.id), to: account.fees, amount: cents(1_000) };
  await inTransaction(db, async (tx) => {
    await post(tx, { key: 'a fee', kind: 'transaction.completed', postings: [fee] });
    await payShare(tx, 'a fee', nova.id);
  });
  await expect.poll(told).toBe(2);
  expect(his.received).not.toContainEqual(expect.objectContaining({ topic: 'affiliate' }));
});

test('an edited listing is reported to its seller', async () => {
  const listing = { title: 'Gem', itemType: 'limited_items', quantity: 1, pricePerUnit: '2.00' };
  const { body } = await sela.call('POST', '/api/listings', { ...listing, deliveryTime: '1 hour' });
  await sela.call('PATCH', `/api/listings/${body.id}`, { title: 'Gems' });
  await expect.poll(() => hers.received).toContainEqual({ topic: 'listings', id: null, state: null });
});
