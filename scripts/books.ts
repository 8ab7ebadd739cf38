import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { proveBooks } from '../server/src/money/ledger/proof.ts';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { openPool } from '../server/src/platform/db/pool.ts';

/** `npm run books`: proves the books of the data directory or DATABASE_URL. Exits 0 only if they balance. */
const { databaseUrl, dataDir } = readConfig();
const directory = join(dataDir, 'postgres');
if (!databaseUrl && !existsSync(join(directory, 'cluster'))) {
  console.error(`There is no database in ${directory} yet.`);
  process.exit(2);
}
const postgres = databaseUrl ? null : await startEmbedded(directory);
const pool = openPool(databaseUrl ?? postgres!.url, { max: 1 });
const differences = await proveBooks(pool.db);
for (const difference of differences) console.log(Object.values(difference).join('  '));
console.log(differences.length === 0 ? 'The books balance.' : `${differences.length} differences.`);
await pool.close();
if (postgres && !postgres.joined) await postgres.stop();
process.exit(differences.length === 0 ? 0 : 1);
