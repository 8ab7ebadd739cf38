import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { makeLogin } from '../../../test/processes.ts';
import { APP_ROLE, exceedsLimits, openPool, type Pool } from '../db/pool.ts';
import { buildServer } from './server.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
  nova = await world.signIn('nova');
});
afterAll(() => world.close());

test('access 8: a request that gets no connection is answered with 503 and a time to try again', async () => {
  const { pg } = world.services.requestPool;
  const taken = await Promise.all(Array.from({ length: pg.options.max }, () => pg.connect()));
  try {
    const { status, body, headers } = await nova.call('GET', '/api/listings');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
  } finally {
    for (const connection of taken) connection.release();
  }
  expect((await nova.call('GET', '/api/listings')).status).toBe(200);
});

/** Asks a web process that has these connections to the database. */
async function callThrough(requestPool: Pool): Promise<{ answer: unknown[]; log: string }> {
  const before = world.log().length;
  const app = await buildServer({ ...world.services, requestPool });
  const { statusCode, headers } = await app.inject({
    url: '/api/listings',
    headers: { cookie: nova.cookie },
  });
  await app.close();
  await requestPool.close();
  return { answer: [statusCode, headers['retry-after']], log: world.log().slice(before) };
}

test('access 17: while the database does not answer, requests get a 503, and the log has no stack', async () => {
  const { answer, log } = await callThrough(openPool('postgres://sterling@127.0.0.1:1/sterling'));
  expect(answer).toEqual([503, '5']);
  expect(log).toContain('the database does not answer');
  expect(log).not.toContain('"stack"');
});

test('access 8: while the database is too slow to open a connection, requests get a 503', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const url = `postgres://sterling@127.0.0.1:${port}/sterling`;
  const { answer, log } = await callThrough(openPool(url, { waitMs: 100 }));
  silent.close();
  expect(answer).toEqual([503, '5']);
  expect(log).toContain('the database is too slow for a request');
});

test('access 17: a read-only database is not ready, and writes get a 503 without a stack in the log', async () => {
  const url = await makeLogin(world.database, APP_ROLE);
  await world.database.asOwner(`alter role ${new URL(url).username} set default_transaction_read_only = on`);
  const standby = openPool(url);
  const before = world.log().length;
  const app = await buildServer({ ...world.services, requestPool: standby, db: standby.db });
  const ready = await app.inject('/readyz');
  const headers = { cookie: nova.cookie };
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/logout', headers });
  await app.close();
  await standby.close();
  expect(ready.json().checks).toEqual({ database: 'the database is read-only, as a standby is' });
  expect(statusCode).toBe(503);
  expect(world.log().slice(before)).not.toContain('"stack"');
});

test('access 8: statements of requests end after 15 s with a 503; those of the worker may take longer', async () => {
  const { requestPool, db } = world.services;
  const limit = async (of: typeof db) =>
    (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(of)).rows[0]!.statementTimeout;
  expect([await limit(requestPool.db), await limit(db)]).toEqual(['15s', '0']);
  const prepared = await world.services.preparedPool.call('limit', 'show statement_timeout', []);
  expect(prepared).toEqual([{ statement_timeout: '15s' }]);
  const slow = requestPool.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '20ms'`.execute(tx);
    await sql`select pg_sleep(5)`.execute(tx);
  });
  expect(exceedsLimits(await slow.catch((error: unknown) => error))).toBe(true);
});

test('access 8: the export of own data has every row once, and holds no connection while it is downloaded', async () => {
  const rows = 5_000;
  await world.database.asOwner(
    `insert into inbox_entries (user_id, kind, code, details)
     select $1, 'withdrawals', 'withdrawal_sent', '{"cents": 100}' from generate_series(1, $2::int)`,
    [nova.id, rows],
  );
  const before = world.log().length;
  const whole = await nova.call('GET', '/api/export');
  const ids = (whole.body.inbox as { id: string }[]).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([rows, rows]);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(whole.headers['cache-control']).toBe('no-store');
  expect(world.log().slice(before)).not.toMatch(/"level":(40|50)/);

  const answer = await world.app.inject({
    url: '/api/export',
    headers: { cookie: nova.cookie },
    payloadAsStream: true,
  });
  const chunks = answer.stream()[Symbol.asyncIterator]();
  await chunks.next();
  const { pg } = world.services.requestPool;
  await expect.poll(() => pg.totalCount - pg.idleCount).toBe(0);
  for (let next = await chunks.next(); !next.done; ) next = await chunks.next();
});

test('a CSV file that cannot be read is refused, before anything of it is sent', async () => {
  for (const path of ['/api/history.csv?', '/api/wallet/transactions.csv?walletType=buyer&']) {
    const { status, body } = await nova.call('GET', `${path}search=%00`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  }
});
