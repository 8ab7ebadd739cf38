import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Db, inTransaction, openPool, type Pool, sessionLocksOf } from './pool.ts';

let database: TestDatabase;
let otherProcess: Pool;
beforeAll(async () => {
  database = await openTestDatabase();
  otherProcess = openPool(database.url);
});
afterAll(async () => {
  await otherProcess.close();
  await database.close();
});

/** Takes a lock and keeps it until `release`. */
async function hold(db: Db, name: string) {
  const taken = Promise.withResolvers<Db>();
  const released = Promise.withResolvers<void>();
  const ended = sessionLocksOf(db).run(name, (fence) => {
    taken.resolve(db.withPlugin(fence));
    return released.promise;
  });
  ended.catch(taken.reject);
  const fenced = await taken.promise;
  return {
    fenced,
    release: () => {
      released.resolve();
      return ended;
    },
  };
}

const isFree = (db: Db, name: string) => sessionLocksOf(db).run(name, async () => undefined);

/** The connections that hold advisory locks in this database. */
async function holders(): Promise<number[]> {
  const { rows } = await database.asOwner(
    `select distinct pid from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

const one = (db: Db) => sql`select 1`.execute(db);

test('a lock excludes this process and others until its work has ended, even if the work fails', async () => {
  const { db } = database;
  const held = await hold(db, 'a');
  expect([await isFree(db, 'a'), await isFree(otherProcess.db, 'a')]).toEqual([false, false]);
  expect(await isFree(otherProcess.db, 'b')).toBe(true);
  expect(await held.release()).toBe(true);
  const failed = sessionLocksOf(db).run('a', () => Promise.reject(new Error('broken')));
  await expect(failed).rejects.toThrow('broken');
  expect([await isFree(otherProcess.db, 'a'), await isFree(db, 'a')]).toEqual([true, true]);
});

test('all locks of a process share one connection, which the pool gets back', async () => {
  const { db, pg } = database;
  const names = Array.from({ length: 20 }, (_, index) => `shared ${index}`);
  const held = await Promise.all(names.map((name) => hold(db, name)));
  expect(await holders()).toHaveLength(1);
  expect(pg.totalCount - pg.idleCount).toBe(1);
  await Promise.all(held.map(({ release }) => release()));
  expect(await holders()).toEqual([]);
  expect(pg.totalCount - pg.idleCount).toBe(0);
});

test('work that has lost its lock cannot write, and another process gets the lock', async () => {
  const { db } = database;
  const held = await hold(db, 'lost');
  await one(held.fenced);
  const [pid] = await holders();
  await database.asOwner('select pg_terminate_backend($1, 10000)', [pid]);
  await expect
    .poll(() =>
      one(held.fenced).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused');
  await expect(inTransaction(held.fenced, (tx) => sql`select 1`.execute(tx))).rejects.toThrow('lock');
  expect(await isFree(otherProcess.db, 'lost')).toBe(true);
  const next = await hold(db, 'next');
  await held.release();
  await one(next.fenced);
  expect(await next.release()).toBe(true);
  expect(await isFree(db, 'lost')).toBe(true);
});
