import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeBackup } from './backups.ts';

let database: TestDatabase;
const directory = mkdtempSync(join(tmpdir(), 'sterling-drafts-'));
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

test('a backup deletes the drafts that were interrupted more than a day ago, and nothing else', async () => {
  const now = Date.now() / 1_000;
  const draft = (day: string, ending = '') => `sterling-202601${day}T000000000Z.backup.gz${ending}.part`;
  const hours = [
    [draft('01', '.age'), 25],
    [draft('02'), 25],
    [draft('03'), 23],
    ['notes.part', 100],
  ] as const;
  for (const [file, age] of hours) {
    writeFileSync(join(directory, file), 'begun');
    utimesSync(join(directory, file), now, now - age * 3_600);
  }
  const { file } = await makeBackup(database.pg, directory);
  expect(new Set(readdirSync(directory))).toEqual(new Set([file, draft('03'), 'notes.part']));
});
