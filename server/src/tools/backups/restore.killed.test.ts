import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEmptyDatabase,
  openDatabaseAt,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/database.ts';
import { adoptIdentity } from '../../platform/db/identity.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { makeBackup } from './backups.ts';

let source: TestDatabase;
let restored: TestDatabase;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sterling-killed-restore-'));
  source = await openTestDatabase();
  await inTransaction(source.db, adoptIdentity);
  restored = openDatabaseAt(await createEmptyDatabase());
});
afterAll(async () => {
  await restored.close();
  await source.close();
  rmSync(directory, { recursive: true });
});

/** Resolves when others can see the rows of the restore. */
async function rowsAreVisible(): Promise<void> {
  for (;;) {
    const { rows } = await restored
      .asOwner('select count(*)::int as settings from settings')
      .catch(() => ({ rows: [{ settings: 0 }] }));
    if (rows[0].settings > 0) return;
    await sleep(1);
  }
}

test('rare day 12: a restore that is killed when its rows are stored has been recorded with them', async () => {
  const { file } = await makeBackup(source.pg, directory);
  const script = join(import.meta.dirname, '../../../test/restore-process.ts');
  const child = spawn(process.execPath, [script, restored.url, join(directory, file)], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  await rowsAreVisible();
  child.kill('SIGKILL');
  await ended;
  await migrate(restored.url);
  const restores = restored.db.selectFrom('restores').select(['cause', 'dataAt']);
  expect(await restores.execute()).toEqual([{ cause: 'backup', dataAt: expect.any(Date) }]);
  const { rows } = await restored.asOwner(
    `select value ->> 'enabled' as stopped from settings where key = 'emergency_shutdown'`,
  );
  expect(rows).toEqual([{ stopped: 'true' }]);
});
