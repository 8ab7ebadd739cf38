import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { troubleOf } from '../../../test/game.ts';
import { useSellerWorld } from '../../../test/seller.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';
import { pauseCalls, takeCall } from './pace.ts';
import { refreshBalances } from './roblox-accounts.jobs.ts';
import { openRobloxSession } from './session.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const PACE = { burst: 10, perSecond: 1 };
const take = (id: string, mostMs = 60_000) => takeCall(database.db, id, PACE, mostMs);
const anAccount = async () =>
  insertAccount(database, { owner: await insertPerson(database), rateCents: 300, robux: 100 });

test('the first ten calls start immediately, then one per second, even for concurrent callers', async () => {
  const id = await anAccount();
  const waits = await Promise.all(Array.from({ length: 14 }, () => take(id)));
  waits.sort((a, b) => a - b);
  expect(waits.slice(0, 10)).toEqual(Array(10).fill(0));
  for (const [index, wait] of waits.slice(10).entries()) {
    expect(wait).toBeGreaterThan(index * 1_000);
    expect(wait).toBeLessThanOrEqual((index + 1) * 1_000);
  }
});

test('accounts have separate limits, and a long pause does not raise the burst', async () => {
  const [id, other] = [await anAccount(), await anAccount()];
  for (let n = 0; n < 12; n += 1) await take(id);
  expect(await take(other)).toBe(0);
  await database.asOwner(`update account_paces set counted_at = counted_at - interval '1 hour'`);
  const waits = await Promise.all(Array.from({ length: 11 }, () => take(id)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
});

test('a call that would wait for too long is not counted', async () => {
  const id = await anAccount();
  for (let n = 0; n < 10; n += 1) await take(id);
  for (let n = 0; n < 5; n += 1) expect(await take(id, 100)).toBeGreaterThan(100);
  expect(await take(id)).toBeLessThanOrEqual(1_000);
});

test('a pause that Roblox requests applies to all processes, and a shorter pause does not end it', async () => {
  const id = await anAccount();
  await pauseCalls(database.db, id, 20);
  await pauseCalls(database.db, id, 1);
  expect(await take(id)).toBeGreaterThan(19_000);
  await pauseCalls(database.db, id, null);
  expect(await take(id)).toBeLessThanOrEqual(25_000);
});

const world = useSellerWorld();
const inProduction = () => {
  const { services } = world.app;
  return { ...services, config: { ...services.config, mode: 'production' as const } };
};

test('in production a 429 pauses the account, and no call is sent during the pause', async () => {
  const id = await world.added();
  const { game } = world.app.services;
  await world.fault({ kind: 'status', status: 429, headers: { 'retry-after': '30' } });
  const limited = { kind: 'rate_limited', retryAfterSeconds: 30 };
  expect(await troubleOf(game.robuxBalance(await openRobloxSession(inProduction(), id)))).toEqual(limited);
  await world.control('DELETE', '/requests');
  const other = await troubleOf(game.robuxBalance(await openRobloxSession(inProduction(), id)));
  expect(other).toMatchObject({ kind: 'rate_limited' });
  expect(await world.control('GET', '/requests?service=game-platform')).toEqual([]);
});

test('a due balance is read once by one worker and is due again in about ten minutes', async () => {
  const id = await world.added();
  await world.app.database.asOwner('update roblox_accounts set balance_due_at = now() where id = $1', [id]);
  await world.change({ robux: 1_234 });
  const answers = await Promise.all([1, 2, 3].map(() => refreshBalances(world.app.services)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  const row = await world.rowOf(id);
  expect(row.robux_balance).toBe(1_234);
  const minutes = ((row.balance_due_at as Date).getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(8.9);
  expect(minutes).toBeLessThan(11.1);
});

test('a balance check finds a dead cookie, and changes nothing if Roblox fails', async () => {
  const id = await world.added();
  const due = () =>
    world.app.database.asOwner('update roblox_accounts set balance_due_at = now() where id = $1', [id]);
  await due();
  await world.fault({ kind: 'status', status: 503 });
  expect(await refreshBalances(world.app.services)).toBe(1);
  expect(await world.rowOf(id)).toMatchObject({ status: 'online', robux_balance: 5_000 });
  await world.change({ cookieValid: false });
  await due();
  await refreshBalances(world.app.services);
  expect(await world.rowOf(id)).toMatchObject({ status: 'invalid_cookie' });
});
