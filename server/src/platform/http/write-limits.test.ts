import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { deleteOldWrites } from '../limits/limits.ts';
import { buildServer } from './server.ts';

let world: OrderWorld;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(() => world.close());
beforeEach(async () => {
  await otto.call('POST', '/api/admin/clear-rate-limits');
  await setting('writes_per_ip', { perMinute: null });
});

const setting = (key: string, value: object) => otto.call('PUT', `/api/admin/settings/${key}`, { value });
const write = (who: Caller) => who.call('PUT', `/api/users/${who.id}`, { role: 'buyer' });

/** Records past writes of a user, `minutes` ago. */
function wrote(who: { id: string }, times: number, minutes = 1) {
  return world.database.asOwner(
    `insert into writes (who, at) select 'user ' || $1, now() - $3 * interval '1 minute' from generate_series(1, $2)`,
    [who.id, times, minutes],
  );
}

describe('S7.07 the action limit', () => {
  test.each([100, 200, 500])('allows exactly %i writes per hour', async (perHour) => {
    await setting('action_limit', { perHour });
    const nova = await world.signIn('nova');
    await wrote(nova, perHour - 1);
    expect((await write(nova)).status).toBe(200);
    const refused = await write(nova);
    expect([refused.status, refused.body.message]).toEqual([429, 'Too many requests']);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(58 * 60);
    expect(seconds).toBeLessThanOrEqual(59 * 60);
    await setting('action_limit', { perHour: 100 });
  });

  test('uses a sliding window: writes older than an hour no longer count', async () => {
    const nova = await world.signIn('nova');
    await wrote(nova, 99, 61);
    await wrote(nova, 99, 59);
    expect((await write(nova)).status).toBe(200);
    expect(Number((await write(nova)).headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('is exact under concurrent writes', async () => {
    const nova = await world.signIn('nova');
    await wrote(nova, 95);
    const burst = await Promise.all(Array.from({ length: 20 }, () => write(nova)));
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  test('counts per user; reads and calls without side effects are free, and owners are exempt', async () => {
    const [nova, nick] = [await world.signIn('nova'), await world.signIn('nick')];
    await wrote(nova, 100);
    await wrote(otto, 1_000);
    expect((await write(nick)).status).toBe(200);
    expect((await write(otto)).status).toBe(200);
    expect((await nova.call('GET', '/api/auth/user')).status).toBe(200);
    const pass = await world.pass(500);
    expect((await nova.call('POST', '/api/gamepass/validate', { url: pass.url })).status).toBe(200);
    expect((await nova.call('POST', '/api/wallet/check-deposits', { walletType: 'buyer' })).status).not.toBe(
      429,
    );
    expect((await nova.call('POST', '/api/auth/logout')).status).toBe(200);
  });

  test('does not count replays, not even when both requests arrive at the same time', async () => {
    await world.seller(5_000, 3);
    const nova = await world.buyer(10_000);
    await wrote(nova, 98);
    const pass = await world.pass(500);
    const both = await Promise.all([1, 2].map(() => world.order(nova, pass, 500, {}, 'twice')));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await write(nova)).status).toBe(200);
    expect((await write(nova)).status).toBe(429);
    const again = await world.order(nova, pass, 500, {}, 'twice');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  });

  test('S7.06 is reset when an owner clears the counts, with an audit entry', async () => {
    const nova = await world.signIn('nova');
    await wrote(nova, 100);
    expect((await write(nova)).status).toBe(429);
    const cleared = await otto.call('POST', '/api/admin/clear-rate-limits');
    expect(cleared.body).toMatchObject({ success: true, cleared: 100 });
    expect((await write(nova)).status).toBe(200);
    const { body } = await otto.call('GET', '/api/admin/audit?action=limits.cleared&pageSize=1');
    expect(body).toMatchObject([{ actor: 'otto', before: { writes: 100 } }]);
  });

  test('is lifted by ACTION_LIMIT=off', async () => {
    const nova = await world.signIn('nova');
    await wrote(nova, 100);
    const lifted = await buildServer({
      ...world.services,
      config: { ...world.services.config, actionLimit: false },
    });
    const { status } = await caller(lifted, nova.cookie).call('PUT', `/api/users/${nova.id}`, {
      role: 'buyer',
    });
    expect(status).toBe(200);
    await lifted.close();
  });
});

test('writes per IP address and minute are limited across users', async () => {
  await setting('writes_per_ip', { perMinute: 3 });
  const [nova, nick] = [await world.signIn('nova'), await world.signIn('nick')];
  const statuses = [];
  for (const who of [nova, nick, nova, nick]) statuses.push((await write(who)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const { headers } = await write(nova);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  // a write that the IP limit refused does not count for the user
  const { rows } = await world.database.asOwner('select count(*)::int as writes from writes where who = $1', [
    `user ${nick.id}`,
  ]);
  expect(rows[0].writes).toBe(1);
  expect((await write(otto)).status).toBe(200);
});

test('writes of others in a network do not keep a person from ending sessions', async () => {
  await setting('writes_per_ip', { perMinute: 1 });
  const [nova, nick] = [await world.signIn('nova'), await world.signIn('nick')];
  expect((await write(nick)).status).toBe(200);
  expect((await write(nova)).status).toBe(429);
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
});

test('old counts are dropped', async () => {
  await wrote(otto, 3, 61);
  await wrote(otto, 2, 59);
  await deleteOldWrites(world.services.db);
  const { rows } = await world.database.asOwner('select count(*)::int as writes from writes');
  expect(rows[0].writes).toBe(2);
});
