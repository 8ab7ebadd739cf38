import { setTimeout as sleep } from 'node:timers/promises';
import {
  CALLS_PER_MINUTE,
  WRITES_PER_MINUTE,
  WRITES_PER_MINUTE_TOGETHER,
} from '@sterling/contract/api-credentials.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCredential, type TestCredential } from '../../../test/api-credentials.ts';
import type { Called, Caller } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** The calls of the contract with an API token instead of a session. */
let world: OrderWorld;
let nova: Caller;
let bot: TestCredential;
beforeAll(async () => {
  world = await openOrderWorld();
  await pollPrices(world.services);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  nova = await world.buyer(100_00);
  await enrolApp(nova);
  bot = await createCredential(world, nova, ['read', 'trade']);
});

const ordersOf = async (who: Pick<Caller, 'call'>) =>
  (await who.call('GET', '/api/robux/orders?role=buyer')).body as unknown as { id: string }[];

test('access 18: a token places an order and reads it, whichever role the browser shows', async () => {
  await world.seller(5_000, 3);
  const pass = await world.pass(1_000);
  await nova.call('PUT', `/api/users/${nova.id}`, { role: 'seller' });
  const body = { robuxAmount: 1_000, gamepassUrl: pass.url };
  expect((await nova.call('POST', '/api/robux/orders', body)).status).toBe(403);
  const placed = await bot.call('POST', '/api/robux/orders', body);
  expect(placed).toMatchObject({ status: 201, body: { buyerId: nova.id, robuxAmount: '1000' } });
  expect((await world.final({ ...nova, call: bot.call }, placed)).status).toBe('completed');
  expect((await bot.call('GET', '/api/wallet?type=seller')).body).toMatchObject({ walletType: 'seller' });
});

test('access 18: a token repeats a call with its idempotency key, as a browser does', async () => {
  await world.seller(5_000, 3);
  const pass = await world.pass(1_000);
  const place = (robuxAmount: number) =>
    bot.call(
      'POST',
      '/api/robux/orders',
      { robuxAmount, gamepassUrl: pass.url },
      { 'idempotency-key': 'order-1' },
    );
  const [first, second] = await Promise.all([place(1_000), place(1_000)]);
  const third = await place(1_000);
  expect([first!.status, second!.status, third.status]).toEqual([201, 201, 201]);
  expect(new Set([first, second, third].map((answer) => answer!.body.id)).size).toBe(1);
  expect(third.headers['idempotency-replayed']).toBe('true');
  expect(await place(2_000)).toMatchObject({ status: 409, body: { code: 'key_reused' } });
  expect(await ordersOf(bot)).toHaveLength(1);
});

test('access 18: polled reads answer 304 to a token, with and without a cache of their own', async () => {
  for (const path of ['/api/robux/orders?role=buyer', '/api/roblox-accounts/aggregated', '/api/status']) {
    const first = await bot.call('GET', path);
    expect([path, first.status]).toEqual([path, 200]);
    const etag = String(first.headers.etag);
    const again = await bot.call('GET', path, undefined, { 'if-none-match': etag });
    expect([path, again.status]).toEqual([path, 304]);
    expect(again.headers.ratelimit).toMatch(/^"calls";r=\d+;t=\d+$/);
  }
});

test('access 18: a token needs no origin of its own, and a page of another site gains nothing by one', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const address = { walletType: 'buyer' };
  const answer = await bot.call('POST', '/api/wallet/generate-address', address, headers);
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  expect((await nova.call('POST', '/api/wallet/generate-address', address, headers)).status).toBe(403);
});

describe('access 18: limits of a credential', () => {
  test('every answer says what is left, and calls over the limit wait', async () => {
    const first = await bot.call('GET', '/api/auth/user');
    expect(first.headers['ratelimit-policy']).toBe(
      `"calls";q=${CALLS_PER_MINUTE};w=60, "writes";q=${WRITES_PER_MINUTE};w=60`,
    );
    expect(first.headers.ratelimit).toBe(`"calls";r=${CALLS_PER_MINUTE - 1};t=60`);
    // a refused call counts too
    for (let left = CALLS_PER_MINUTE - 1; left > 0; left -= 1) await bot.call('GET', '/api/factors');
    const { status, headers, body } = await bot.call('GET', '/api/auth/user');
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers.ratelimit).toBe(`"calls";r=0;t=${seconds}`);
    const other = await createCredential(world, nova, ['read']);
    expect((await other.call('GET', '/api/auth/user')).status).toBe(200);
  });

  test('writes have a smaller limit in all processes, which the limit of the person does not share', async () => {
    const write = () => bot.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
    const first = await write();
    expect(first.headers.ratelimit).toMatch(
      new RegExp(`^"calls";r=\\d+;t=\\d+, "writes";r=${WRITES_PER_MINUTE - 1};t=60$`),
    );
    await world.database.asOwner('insert into writes (who) select $1 from generate_series(1, $2)', [
      `credential ${bot.id}`,
      WRITES_PER_MINUTE - 1,
    ]);
    const { status, headers, body } = await write();
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers.ratelimit).toMatch(/, "writes";r=0;t=\d+$/);
    const { rows } = await world.database.asOwner(
      'select count(*)::int as count from writes where who = $1',
      [`user ${nova.id}`],
    );
    const enrolment = 3;
    expect(rows[0]!.count).toBeLessThanOrEqual(enrolment);
    expect((await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' })).status).toBe(
      200,
    );
  });
});

test('access 18: all tokens of a person share a limit of writes, of which answers show the tighter one', async () => {
  const other = await createCredential(world, nova, ['trade']);
  const address = { walletType: 'buyer' };
  const write = (who: Pick<Caller, 'call'>) => who.call('POST', '/api/wallet/generate-address', address);
  const writesLeft = ({ headers }: Called) => /"writes";r=(\d+);t=\d+$/.exec(String(headers.ratelimit))?.[1];
  await write(bot);
  expect(writesLeft(await write(other))).toBe(String(WRITES_PER_MINUTE - 1));
  const { rows } = await world.database.asOwner('select distinct who from writes where who like $1', [
    `credentials of ${nova.id}`,
  ]);
  await world.database.asOwner('insert into writes (who) select $1 from generate_series(1, $2)', [
    rows[0].who,
    WRITES_PER_MINUTE_TOGETHER - 4,
  ]);
  expect(writesLeft(await write(bot))).toBe('1');
  expect(writesLeft(await write(other))).toBe('0');
  for (const token of [bot, other]) {
    const refused = await write(token);
    expect([refused.status, refused.body.code, writesLeft(refused)]).toEqual([429, 'too_many_requests', '0']);
    expect(refused.headers.ratelimit).toMatch(/^"calls";r=\d+;t=\d+, "writes";r=0;t=\d+$/);
  }
  const counted = await world.database.asOwner('select count(*)::int as count from writes where who = $1', [
    `credential ${bot.id}`,
  ]);
  expect(counted.rows[0].count).toBe(2);
  expect((await write(nova)).status).toBe(200);
});

test('access 18: refused calls of a token are in the log of refused calls', async () => {
  await bot.call('GET', '/api/factors');
  await bot.call('GET', '/api/factors');
  await bot.call('DELETE', '/api/proxies/x');
  const elsewhere = await createCredential(world, nova, ['read'], { networks: ['203.0.113.0/24'] });
  await elsewhere.call('GET', '/api/auth/user');
  const logged = async () => {
    const { rows } = await world.database.asOwner(
      `select route, code, sum(times)::int as times from refused_accesses where user_id = $1 group by 1, 2 order by 2`,
      [nova.id],
    );
    return rows;
  };
  await expect.poll(logged).toEqual([
    { route: 'GET /api/auth/user', code: 'network_not_allowed', times: 1 },
    { route: 'DELETE /api/proxies/:id', code: 'scope_required', times: 1 },
    { route: 'GET /api/factors', code: 'session_required', times: 2 },
  ]);
});

test('access 18: a revocation waits for a call in progress, and the next call is refused', async () => {
  const locked = await openTransaction(world.services.db, async (tx) => {
    await sql`select id from users where id = ${nova.id} for update`.execute(tx);
  });
  const call = bot.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
  await lockIsAwaited(world.database);
  await world.database.asOwner('update api_credentials set revoked_at = now() where id = $1', [bot.id]);
  locked.release();
  await locked.finished;
  expect(await call).toMatchObject({ status: 401, body: { code: 'token_revoked' } });
});

test('access 18: a revoked token places nothing in a batch', async () => {
  await world.seller(5_000, 3);
  const pass = await world.pass(1_000);
  await world.control('POST', '/faults', { service: 'game-platform', kind: 'slow', seconds: 1, times: 1 });
  const placing = bot.call('POST', '/api/robux/orders', { robuxAmount: 1_000, gamepassUrl: pass.url });
  await sleep(300);
  await nova.call('DELETE', `/api/credentials/${bot.id}`);
  expect(await placing).toMatchObject({ status: 401, body: { code: 'token_revoked' } });
  expect(await ordersOf(nova)).toEqual([]);
});
