import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';
import { openTwoWebs, type TwoWebs } from '../../../test/two-webs.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Polled reads over real connections, on two web processes with one database. */
let world: TwoWebs;
let nova: Caller;
let sela: string;

beforeAll(async () => {
  world = await openTwoWebs();
  await pollPrices(world.services);
  sela = await insertPerson(world.database);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.database.asOwner('delete from roblox_accounts');
  nova = await world.signIn('nova');
});

const POLLED = [
  '/api/roblox-accounts/aggregated',
  '/api/pre-orders/live',
  '/api/pre-orders/live?pageSize=50',
  '/api/platform-stats',
  '/api/wallet/ltc-price',
  '/api/status',
];
const MARKET = POLLED[0]!;
const SETTLE_MS = 5_000;

const ask = (path: string, { origin = world.origin, headers = {}, cookie = nova.cookie } = {}) =>
  fetch(origin + path, { headers: { cookie, ...headers } });
const stock = (robux: number) => insertAccount(world.database, { owner: sela, rateCents: 300, robux });
const robuxAt = async (origin: string) => {
  const rates = (await (await ask(MARKET, { origin })).json()) as { totalRobux: number }[];
  return rates[0]?.totalRobux ?? 0;
};
/** For tests that measure time: a busy machine may be late once. */
const MEASURED = { retry: 2 };
/** Milliseconds until the condition holds. */
async function msUntil(isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSo())) await sleep(10);
  return performance.now() - begun;
}

describe('polled reads', () => {
  test.each(POLLED)(
    '%s has the same bytes and ETag on every process, and answers 304 to a matching ETag',
    async (path) => {
      await stock(5_000);
      // the first request builds the answer, the second uses the cache
      const answers = () =>
        Promise.all(
          [world.origin, world.origin, world.other.origin, world.other.origin].map(async (origin) => {
            const answer = await ask(path, { origin });
            return [answer.status, answer.headers.get('etag'), await answer.text()];
          }),
        );
      await expect.poll(async () => new Set((await answers()).map(String)).size).toBe(1);
      // the last change of the stock may still arrive between the requests
      await vi.waitFor(async () => {
        const etag = (await ask(path)).headers.get('etag')!;
        for (const known of [etag, `W/${etag}`, `"old", ${etag}`]) {
          const again = await ask(path, { headers: { 'if-none-match': known } });
          expect([again.status, await again.text()]).toEqual([304, '']);
        }
      }, SETTLE_MS);
      expect((await ask(path, { headers: { 'if-none-match': '"old"' } })).status).toBe(200);
    },
  );

  test.each(POLLED)('%s sends the same headers with and without the cache', async (path) => {
    // changes of earlier tests may still arrive between the two requests
    await vi.waitFor(async () => {
      const url = `${path}${path.includes('?') ? '&' : '?'}at=${Math.random()}`;
      const [uncached, cached] = [await ask(url), await ask(url)].map(({ headers }) =>
        Object.fromEntries(headers),
      );
      for (const each of [uncached!, cached!]) delete each.date;
      expect(cached).toEqual(uncached);
      expect(cached).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.any(String),
      });
    }, SETTLE_MS);
  });

  test('need no query, because session and answer are in memory', async () => {
    for (const path of POLLED) await ask(path);
    let queries = 0;
    world.services.requestPool.pg.on('acquire', () => (queries += 1));
    const begun = performance.now();
    for (let round = 0; round < 100; round += 1) await Promise.all(POLLED.map((path) => ask(path)));
    const seconds = (performance.now() - begun) / 1000;
    world.services.requestPool.pg.removeAllListeners('acquire');
    // the session is checked every two seconds, and each answer is rebuilt once a second with at most three queries
    expect(queries).toBeLessThanOrEqual(20 * (1 + seconds));
  });

  test('a page of a list has the total number of rows, and an invalid page is refused', async () => {
    expect((await ask('/api/pre-orders/live?pageSize=1')).headers.get('x-total-count')).toBe('0');
    expect((await ask('/api/pre-orders/live?pageSize=1')).headers.get('x-total-count')).toBe('0');
    expect((await ask('/api/pre-orders/live?pageSize=0')).status).toBe(400);
    for (let page = 1; page <= 100; page += 1) await ask(`/api/pre-orders/live?page=${page}`);
    const { failures } = world.services.snapshots
      .figures()
      .find(({ name }) => name === '/api/pre-orders/live')!;
    expect(failures).toBe(0);
  });

  test('appear in the metrics with their age', async () => {
    await ask(MARKET);
    const metrics = await (await fetch(`${world.origin}/metrics`)).text();
    expect(metrics).toMatch(
      /^sterling_snapshot_age_seconds{path="\/api\/roblox-accounts\/aggregated"} [01]\.\d+$/m,
    );
    expect(metrics).toMatch(/^sterling_snapshot_rebuilds_total{path="\/api\/status"} [1-9]\d*$/m);
    expect(metrics).toMatch(/^sterling_snapshot_failures_total{path="\/api\/status"} 0$/m);
    expect(metrics).toContain('sterling_hears_changes 1');
  });

  test('S4.03 new stock appears on every process within two seconds', MEASURED, async () => {
    await robuxAt(world.origin);
    await robuxAt(world.other.origin);
    await stock(7_000);
    for (const origin of [world.origin, world.other.origin])
      expect(await msUntil(async () => (await robuxAt(origin)) === 7_000)).toBeLessThan(1_500);
  });

  test(
    'new stock appears within two seconds without notifications, and the connection recovers',
    MEASURED,
    async () => {
      await robuxAt(world.other.origin);
      const { changes } = world.other.services;
      await world.breakListeners();
      await expect.poll(() => changes.isConnected(), { interval: 1 }).toBe(false);
      await stock(8_000);
      expect(await msUntil(async () => (await robuxAt(world.other.origin)) === 8_000)).toBeLessThan(2_000);
      await expect.poll(() => changes.isConnected()).toBe(true);
    },
  );

  test('a changed setting takes effect on every process', MEASURED, async () => {
    const otto = await world.signIn('otto', 'admin', true);
    const isClosed = async (origin: string) =>
      ((await (await ask('/api/status', { origin })).json()) as { maintenance: boolean }).maintenance;
    expect(await isClosed(world.other.origin)).toBe(false);
    for (const enabled of [true, false]) {
      const { status } = await otto.call('PUT', '/api/admin/settings/maintenance_mode', {
        value: { enabled },
      });
      expect(status).toBe(200);
      for (const origin of [world.origin, world.other.origin])
        expect(await msUntil(async () => (await isClosed(origin)) === enabled)).toBeLessThan(2_000);
    }
  });
});

describe('S1.16 a cached session', () => {
  const admitted = async () => (await ask(MARKET, { origin: world.other.origin })).status;

  test('does not admit requests without a token or with an unknown token', async () => {
    expect(await admitted()).toBe(200);
    for (const cookie of ['', 'sterling=', 'sterling=nonsense', 'other=x', `x${nova.cookie}`])
      expect((await ask(MARKET, { cookie })).status).toBe(401);
    expect((await ask('/api/platform-stats', { cookie: '' })).status).toBe(200);
    expect(
      (await fetch(world.origin + MARKET, { method: 'POST', headers: { cookie: nova.cookie } })).status,
    ).toBe(405);
  });

  test.each([
    ['logs out', () => nova.call('POST', '/api/auth/logout')],
    ['is banned', () => world.database.asOwner('update users set is_banned = true where id = $1', [nova.id])],
    ['is deleted', () => nova.call('POST', '/api/reset/delete-me')],
    [
      'has an expired session',
      () =>
        world.database.asOwner("update sessions set expires_at = now() - interval '1 s' where user_id = $1", [
          nova.id,
        ]),
    ],
  ])('ends on every process when the user %s', MEASURED, async (_what, end) => {
    expect(await admitted()).toBe(200);
    expect(await admitted()).toBe(200);
    await end();
    expect(await msUntil(async () => (await admitted()) === 401)).toBeLessThan(1_500);
  });

  test('ends within two seconds without notifications', MEASURED, async () => {
    expect(await admitted()).toBe(200);
    await world.database.asOwner('alter table sessions disable trigger all');
    await nova.call('POST', '/api/auth/logout');
    await world.database.asOwner('alter table sessions enable trigger all');
    expect(await msUntil(async () => (await admitted()) === 401)).toBeLessThan(2_100);
  });
});

test('reads that are not cached have an ETag too: 304 until the content changes', async () => {
  const path = '/api/auth/user';
  const first = await ask(path);
  const etag = first.headers.get('etag')!;
  const again = await ask(path, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  const { id } = (await first.json()) as { id: string };
  await nova.call('PUT', `/api/users/${id}`, { role: 'seller' });
  expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  expect((await ask('/api/export')).headers.get('etag')).toBeNull();
});
