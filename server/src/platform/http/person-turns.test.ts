import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Called, type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { openTransaction } from '../../../test/lock-waits.ts';
import { eventually } from '../../../test/processes.ts';

let world: TestApp;
let nova: Caller;
let sela: Caller;
beforeAll(async () => {
  world = await openTestApp();
  [nova, sela] = [await world.signIn('nova'), await world.signIn('sela', 'seller')];
});
afterAll(() => world.close());

const RUNNING = 12;
const WAITING = 100;
const statusesOf = (answers: readonly Called[]) => new Set(answers.map(({ status }) => status));
const read = (who: Caller) => who.call('GET', '/api/price-alerts');

async function waitingForLocks(): Promise<number> {
  const { rows } = await world.database.asOwner(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}

test('access 7: the calls of one person run twelve at a time, a hundred wait, and others are refused', async () => {
  const lock = await openTransaction(world.services.db, async (tx) => {
    await sql`lock table price_alerts in access exclusive mode`.execute(tx);
  });
  const called = Array.from({ length: RUNNING + WAITING }, () => read(nova));
  await eventually(async () => (await waitingForLocks()) === RUNNING);
  const more = await read(nova);
  expect(more).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(more.headers['retry-after']).toBe('1');
  // others are not concerned, and the person can still protect themselves
  expect((await sela.call('GET', '/api/auth/user')).status).toBe(200);
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  lock.release();
  await lock.finished;
  expect(statusesOf(await Promise.all(called))).toEqual(new Set([200]));
  expect((await read(nova)).status).toBe(200);
});

test('access 7: a page of the queue that may be read from the database takes a turn, and one from memory does not', async () => {
  const lock = await openTransaction(world.services.db, async (tx) => {
    await sql`lock table price_alerts in access exclusive mode`.execute(tx);
  });
  const called = Array.from({ length: RUNNING + WAITING }, () => read(nova));
  await eventually(async () => (await waitingForLocks()) === RUNNING);
  const page = async (n: number) =>
    (await nova.call('GET', `/api/pre-orders/live?page=${n}&pageSize=100`)).status;
  expect([await page(10), await page(11)]).toEqual([200, 429]);
  lock.release();
  await lock.finished;
  await Promise.all(called);
  expect(await page(11)).toBe(200);
});

test('access 7: a refused call ends its turn too', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 * RUNNING }, () => nova.call('GET', '/api/robux/orders/none')),
  );
  expect(statusesOf(answers)).toEqual(new Set([404]));
  expect((await read(nova)).status).toBe(200);
});

test('access 7: a refusal before the first wait of a handler is answered too', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 * RUNNING }, () => sela.call('PATCH', `/api/listings/${sela.id}`, {})),
  );
  expect(statusesOf(answers)).toEqual(new Set([400]));
});

test('access 7: files end their turn when they have been read', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 * RUNNING }, () => nova.call('GET', '/api/history.csv?role=buyer')),
  );
  expect(statusesOf(answers)).toEqual(new Set([200]));
});
