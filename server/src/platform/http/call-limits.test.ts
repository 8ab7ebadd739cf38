import { endpoints } from '@sterling/contract/api.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Called, type Caller, caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { eventually } from '../../../test/processes.ts';
import type { SandboxRequest } from '../../../test/sandbox.ts';
import { CHAIN_LOCK } from '../../money/litecoin/at-cursor.ts';
import { lockName } from '../db/lock-name.ts';
import { inTransaction } from '../db/pool.ts';
import { buildServer } from './server.ts';

/** Calls without side effects that ask Roblox or the Litecoin node: one at a time, and limited. */
let world: OrderWorld;
let nova: Caller;
let nick: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  await world.database.asOwner('delete from writes');
  [nova, nick] = [await world.signIn('nova'), await world.signIn('nick')];
});

const validate = (who: Caller, url: string) => who.call('POST', '/api/gamepass/validate', { url });
const statusesOf = (answers: readonly Called[]) => answers.map(({ status }) => status).toSorted();
const times = <Answer>(count: number, call: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
/** Connections of the web process that a request uses or waits for. */
function connectionsInUse(): number {
  const { totalCount, idleCount, waitingCount } = world.services.requestPool.pg;
  return totalCount - idleCount + waitingCount;
}
/** Delays the answers of Roblox. */
const slow = (seconds: number, count: number) =>
  world.control('POST', '/faults', { service: 'game-platform', kind: 'slow', seconds, times: count });

/** The calls that Roblox received during an action, with a part of the path. */
async function askedDuring(part: string, act: () => Promise<unknown>): Promise<number> {
  await world.control('DELETE', '/requests');
  await act();
  const asked = await world.control<SandboxRequest[]>('GET', '/requests?service=game-platform');
  return asked.filter(({ path }) => path.includes(part)).length;
}

test('access 7: every call of a signed-in user that the action limit does not count has a limit', () => {
  const lookups = endpoints.filter(({ unguarded, access }) => unguarded && access !== 'anonymous');
  expect(lookups.length).toBeGreaterThan(4);
  expect(lookups.filter(({ perMinute }) => !perMinute).map(({ path }) => path)).toEqual([]);
});

test('access 7: many people who look the same gamepass up ask Roblox once', async () => {
  const pass = await world.pass(500);
  await slow(1, 1);
  const people = [nova, nick, await world.signIn('nina'), await world.signIn('noel')];
  const asked = await askedDuring('product-info', async () => {
    const answers = await Promise.all(people.map((who) => validate(who, pass.url)));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
  });
  expect(asked).toBe(1);
});

test('access 7: one person has four lookups in progress, and does not delay another person', async () => {
  const passes = await times(12, () => world.pass(500));
  const other = await world.pass(500);
  await slow(2, 4);
  const burst = times(12, (index) => validate(nova, passes[index]!.url));
  await eventually(async () => (await world.control<unknown[]>('GET', '/faults')).length > 0);
  const statuses = statusesOf(await burst);
  expect(statuses).toEqual([...Array(4).fill(200), ...Array(8).fill(429)]);
  expect((await validate(nick, other.url)).status).toBe(200);
});

test('access 7: the balance of an account is asked once for callers at the same time', async () => {
  const sela = await world.seller(1_000, 3);
  const path = `/api/roblox-accounts/${sela.accountId}/balance`;
  await slow(1, 1);
  const asked = await askedDuring('/currency', async () => {
    expect(statusesOf(await times(4, () => sela.call('POST', path)))).toEqual([200, 200, 200, 200]);
  });
  expect(asked).toBe(1);
});

test.each([
  ['person', () => nova.id, 60],
  ['network', () => '127.0.0.1', 300],
])('access 7: a %s can look up a limited number of gamepasses per minute', async (_who, by, most) => {
  const pass = await world.pass(500);
  const counted = (count: number) =>
    world.database.asOwner('insert into writes (who) select $1 from generate_series(1, $2)', [
      `POST /api/gamepass/validate by ${by()}`,
      count,
    ]);
  await counted(most - 1);
  expect((await validate(nova, pass.url)).status).toBe(200);
  const refused = await validate(nova, pass.url);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

/** A server whose node answers when `release` is called. `scans` counts the scans that began. */
async function openSlowChain(): Promise<{ app: FastifyInstance; scans: () => number; release(): void }> {
  const { services } = world;
  const released = Promise.withResolvers<void>();
  let scans = 0;
  const node = {
    ...services.node,
    mempool: async () => {
      scans += 1;
      await released.promise;
      return services.node.mempool();
    },
  };
  const app = await buildServer({ ...services, node }, { maxLoopDelayMs: 0 });
  return { app, scans: () => scans, release: released.resolve };
}

test('access 7: one buyer cannot hold the chain lock or the connections', async () => {
  const { app, scans, release } = await openSlowChain();
  const [hers, his] = [nova, nick].map(({ cookie }) => caller(app, cookie));
  const check = () => hers!.call('POST', '/api/wallet/check-deposits', { walletType: 'buyer' });
  const burst = times(200, check);
  await eventually(async () => scans() > 0);
  const begun = performance.now();
  expect((await his!.call('GET', '/api/wallet')).status).toBe(200);
  expect((await his!.call('PUT', `/api/users/${nick.id}`, { role: 'seller' })).status).toBe(200);
  // would wait if a scan that waits for the node held the lock
  await inTransaction(world.services.db, (tx) => lockName(tx, CHAIN_LOCK));
  expect(performance.now() - begun).toBeLessThan(2_000);
  // the scan keeps one; the refusals of the burst return theirs
  await eventually(async () => connectionsInUse() <= 1);
  release();
  expect(statusesOf(await burst)).toEqual([...Array(4).fill(200), ...Array(196).fill(429)]);
  expect(scans()).toBeLessThanOrEqual(2);
  await app.close();
});

test('access 7: a burst of writes of one person waits for the limit with one connection', async () => {
  const locked = await openTransaction(world.services.db, async (tx) => {
    await lockName(tx, `writes of user ${nova.id}`);
  });
  const burst = times(50, () => nova.call('PUT', `/api/users/${nova.id}`, { role: 'buyer' }));
  await lockIsAwaited(world.database);
  expect((await nick.call('PUT', `/api/users/${nick.id}`, { role: 'seller' })).status).toBe(200);
  // one waits for the lock, which a connection of the other pool holds
  await eventually(async () => connectionsInUse() === 1);
  locked.release();
  await locked.finished;
  expect(statusesOf(await burst)).toEqual(Array(50).fill(200));
});

test('access 7: many buyers together cause one scan at a time', async () => {
  const { app, scans, release } = await openSlowChain();
  const buyers = await times(20, (index) => world.signIn(`buyer${index}`));
  const callers = buyers.map(({ cookie }) => caller(app, cookie));
  const burst = Promise.all(
    callers.map((each) => each.call('POST', '/api/wallet/check-deposits', { walletType: 'buyer' })),
  );
  await eventually(async () => scans() > 0);
  // when these later calls are answered, the earlier ones wait for the scan
  await Promise.all(callers.map((each) => each.call('GET', '/api/auth/user')));
  release();
  expect(statusesOf(await burst)).toEqual(buyers.map(() => 200));
  expect(scans()).toBe(2);
  await app.close();
});
