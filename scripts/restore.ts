import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { proveBooks } from '../server/src/money/ledger/proof.ts';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { restoreBackup } from '../server/src/tools/backups/restore.ts';

/** `npm run restore -- <file>`: restores a backup into the empty database of DATA_DIR or DATABASE_URL, stops everything, and proves its books. */
const file = process.argv[2];
if (!file) {
  console.error('Usage: npm run restore -- <file>');
  process.exit(2);
}
const { databaseUrl, dataDir } = readConfig();
const postgres = databaseUrl ? null : await startEmbedded(join(dataDir, 'postgres'));
const url = databaseUrl ?? postgres!.url;
try {
  const { at, tables, rows } = await restoreBackup(url, file);
  console.log(`Restored ${rows} rows of ${tables} tables from the backup of ${at}.`);
  const pool = openPool(url, { max: 1 });
  const differences = await proveBooks(pool.db);
  for (const difference of differences) console.log(Object.values(difference).join('  '));
  console.log(differences.length === 0 ? 'The books balance.' : `${differences.length} differences.`);
  await pool.close();
  console.log(
    'The emergency stop is set, and every unsigned withdrawal is in review. Next: docs/guide/operations.md, Restore.',
  );
  if (differences.length > 0) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  if (postgres && !postgres.joined) await postgres.stop();
}
