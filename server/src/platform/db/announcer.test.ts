import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { ANNOUNCED, type Announced, openAnnouncer, unpacked } from './announcer.ts';
import { inTransaction, notify } from './pool.ts';

/** Words of a pool, heard in its own process and by another one. */
let database: TestDatabase;
let elsewhere: pg.Client;
let here: Announced[];
let there: Announced[];
let messages: number;

beforeAll(async () => {
  database = await openTestDatabase();
  database.announcer.watch((news) => here.push(news));
  elsewhere = new pg.Client({ connectionString: database.url });
  await elsewhere.connect();
  for (const channel of [ANNOUNCED, 'orders']) await elsewhere.query(`listen "${channel}"`);
  elsewhere.on('notification', ({ channel, payload = '' }) => {
    messages += 1;
    there.push(...(channel === ANNOUNCED ? unpacked(payload, 'elsewhere') : [{ channel, payload }]));
  });
});
afterAll(async () => {
  await elsewhere.end();
  await database.close();
});
beforeEach(async () => {
  await database.announcer.flush();
  [here, there, messages] = [[], [], 0];
});

const word = { channel: 'orders', payload: 'o1' };

test('a word is given when its transaction has committed, and not before', async () => {
  await inTransaction(database.db, async (tx) => {
    await notify(tx, 'orders', 'o1');
    expect(here).toEqual([]);
  });
  expect(here).toEqual([word]);
  await expect.poll(() => there).toEqual([word]);
});

test('no word is given of what was rolled back', async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await notify(tx, 'orders', 'o1');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await notify(database.db, 'orders', 'o2');
  await expect.poll(() => there).toEqual([{ channel: 'orders', payload: 'o2' }]);
  expect(here).toEqual(there);
});

test('a transaction on one connection of the pool gives its words too', async () => {
  await database.db.connection().execute((connection) =>
    inTransaction(connection, async (tx) => {
      await notify(tx, 'orders', 'o1');
    }),
  );
  expect(here).toEqual([word]);
  await expect.poll(() => there).toEqual([word]);
});

test('a transaction that nobody looks after gives its words itself, with its commit', async () => {
  await database.db.transaction().execute(async (tx) => {
    await notify(tx, 'orders', 'o1');
    expect(here).toEqual([]);
  });
  await expect.poll(() => there).toEqual([word]);
});

test('a burst goes out in a few messages, the same word once, and all of it arrives', async () => {
  for (let n = 0; n < 2_000; n += 1) {
    await notify(database.db, 'orders', `order ${n % 1_000} of somebody whose id is rather long, as ids are`);
  }
  expect(here).toHaveLength(2_000);
  await expect.poll(() => there.length).toBeGreaterThanOrEqual(1_000);
  await database.announcer.flush();
  expect(new Set(there.map(({ payload }) => payload)).size).toBe(1_000);
  expect(messages).toBeLessThan(25);
});

test('one that is lost on its way hurts nobody, and the next arrives', async () => {
  let isDown = true;
  const sent: unknown[] = [];
  const announcer = openAnnouncer({
    query: async (...asked: unknown[]) => {
      if (isDown) throw new Error('no database');
      sent.push(asked);
    },
  } as never);
  announcer.announce([word]);
  await announcer.flush();
  isDown = false;
  announcer.announce([word]);
  await announcer.flush();
  expect(sent).toHaveLength(1);
});
