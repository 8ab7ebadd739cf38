import { MAX_LISTED } from '@sterling/contract/fields.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { countRows } from './large-reads.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const minutes = () => countRows(database.db, sql`select from heartbeats`);
const keep = (rows: number) =>
  database.asOwner(`delete from heartbeats where minute > to_timestamp(60 * ${rows})`);

test('the rows of a list are counted each time, and many of them once a minute', async () => {
  await database.asOwner(
    `insert into heartbeats (minute) select to_timestamp(60 * n) from generate_series(1, ${MAX_LISTED + 5}) n`,
  );
  await keep(MAX_LISTED - 1);
  expect(await minutes()).toBe(MAX_LISTED - 1);
  await keep(MAX_LISTED - 2);
  expect(await minutes()).toBe(MAX_LISTED - 2);
  await database.asOwner(
    `insert into heartbeats (minute) select to_timestamp(60 * n) from generate_series(${MAX_LISTED}, ${MAX_LISTED + 5}) n`,
  );
  expect(await minutes()).toBe(MAX_LISTED);
  await keep(10);
  expect(await minutes()).toBe(MAX_LISTED);
  expect(await countRows(database.db, sql`select from heartbeats where true`)).toBe(10);
});
