import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { installQueues } from './queue.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test('the queues of an earlier version get every present option', async () => {
  const options = async () =>
    (
      await database.asOwner(
        `select name, notify, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds
         from pgboss.queue order by name`,
      )
    ).rows;
  const present = await options();
  await database.asOwner(
    `update pgboss.queue set notify = false, retry_limit = 7, retry_delay = 9, retry_backoff = false, retry_delay_max = 90,
       expire_seconds = 70, heartbeat_seconds = 60`,
  );
  await installQueues(database.url);
  expect(await options()).toEqual(present);
});
