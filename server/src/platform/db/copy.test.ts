import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { copyOut } from './copy.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ROWS = 300_000;

test('chunks that a sink has buffered do not change when more rows arrive', async () => {
  const buffered: Buffer[] = [];
  // like gzip with a busy thread: it accepts all chunks first and reads them later
  const sink = new Writable({
    highWaterMark: 1_000_000_000,
    write: (chunk: Buffer, _encoding, done) => {
      buffered.push(chunk);
      done();
    },
  });
  const client = await database.pg.connect();
  const statement = `copy (select n, repeat('x', n % 97) from generate_series(1, ${ROWS}) n) to stdout`;
  expect(await copyOut(client, statement, sink)).toBe(ROWS);
  client.release();
  const expected = Array.from({ length: ROWS }, (_, at) => `${at + 1}\t${'x'.repeat((at + 1) % 97)}\n`);
  expect(Buffer.concat(buffered).toString() === expected.join('')).toBe(true);
});
