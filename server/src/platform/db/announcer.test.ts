import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type DbEvent, openAnnouncer, SHARED_CHANNEL, unpack } from './announcer.ts';
import { inSavepoint, inTransaction, notify } from './pool.ts';

/** Events of a pool, as its own process and another process receive them. */
let database: TestDatabase;
let otherProcess: pg.Client;
let here: DbEvent[];
let there: DbEvent[];
let messages: number;

beforeAll(async () => {
  database = await openTestDatabase();
  database.announcer.subscribe((event) => here.push(event));
  otherProcess = new pg.Client({ connectionString: database.url });
  await otherProcess.connect();
  for (const channel of [SHARED_CHANNEL, 'orders']) await otherProcess.query(`listen "${channel}"`);
  otherProcess.on('notification', ({ channel, payload = '' }) => {
    messages += 1;
    there.push(...(channel === SHARED_CHANNEL ? unpack(payload, 'other process') : [{ channel, payload }]));
  });
});
afterAll(async () => {
  await otherProcess.end();
  await database.close();
});
beforeEach(async () => {
  await database.announcer.flush();
  [here, there, messages] = [[], [], 0];
});

const event = { channel: 'orders', payload: 'o1' };

test('an event is sent when its transaction has committed, and not before', async () => {
  await inTransaction(database.db, async (tx) => {
    await notify(tx, 'orders', 'o1');
    expect(here).toEqual([]);
  });
  expect(here).toEqual([event]);
  await expect.poll(() => there).toEqual([event]);
});

test('a transaction that was rolled back sends no event', async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await notify(tx, 'orders', 'o1');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await notify(database.db, 'orders', 'o2');
  await expect.poll(() => there).toEqual([{ channel: 'orders', payload: 'o2' }]);
  expect(here).toEqual(there);
});

test('a part of a transaction that was rolled back sends no event', async () => {
  await inTransaction(database.db, async (tx) => {
    await notify(tx, 'orders', 'o1');
    const part = inSavepoint(tx, async () => {
      await notify(tx, 'orders', 'o2');
      throw new Error('no');
    });
    await expect(part).rejects.toThrow('no');
  });
  expect(here).toEqual([event]);
  await expect.poll(() => there).toEqual([event]);
});

test('a transaction on a single connection of the pool sends its events too', async () => {
  await database.db.connection().execute((connection) =>
    inTransaction(connection, async (tx) => {
      await notify(tx, 'orders', 'o1');
    }),
  );
  expect(here).toEqual([event]);
  await expect.poll(() => there).toEqual([event]);
});

test('a transaction outside inTransaction sends its events with its own commit', async () => {
  await database.db.transaction().execute(async (tx) => {
    await notify(tx, 'orders', 'o1');
    expect(here).toEqual([]);
  });
  await expect.poll(() => there).toEqual([event]);
});

test('a burst is sent in a few messages without duplicates, and every event arrives', async () => {
  for (let n = 0; n < 2_000; n += 1) {
    await notify(database.db, 'orders', `order ${n % 1_000} of a user whose id is rather long, as ids are`);
  }
  expect(here).toHaveLength(2_000);
  await expect.poll(() => there.length).toBeGreaterThanOrEqual(1_000);
  await database.announcer.flush();
  expect(new Set(there.map(({ payload }) => payload)).size).toBe(1_000);
  expect(messages).toBeLessThan(25);
});

test('a message that could not be sent is dropped, and the next message is sent', async () => {
  let isDown = true;
  const sent: unknown[] = [];
  const announcer = openAnnouncer({
    query: async (...args: unknown[]) => {
      if (isDown) throw new Error('no database');
      sent.push(args);
    },
  } as never);
  announcer.announce([event]);
  await announcer.flush();
  isDown = false;
  announcer.announce([event]);
  await announcer.flush();
  expect(sent).toHaveLength(1);
});
