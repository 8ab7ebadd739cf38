import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFrom } from '../server/src/config-fields.ts';
import { proveBooks } from '../server/src/money/ledger/proof.ts';
import { refuseOtherSchema } from '../server/src/platform/db/migrate.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { naming } from '../server/src/start-error.ts';
import { runCommand, showBooks, withDatabase } from './database.ts';

/**
 * `npm run books`: proves the books of DATABASE_URL or of the data directory. Needs no other variables. Exits 0 only if
 * they balance.
 */
await runCommand(async () => {
  const { databaseUrl, directory } = databaseFrom(process.env);
  if (!databaseUrl && !existsSync(join(directory, 'cluster'))) {
    console.error(`There is no database in ${directory} yet.`);
    return 2;
  }
  return withDatabase(async (url) => {
    const pool = openPool(url, { max: 1 });
    try {
      const differences = await proveBooks(pool.db).catch(async (error: Error) => {
        // without this, an empty database would say that a function is missing
        await naming('DATABASE_URL', () => refuseOtherSchema(pool.db));
        throw error;
      });
      return showBooks(differences) ? 0 : 1;
    } finally {
      await pool.close();
    }
  });
});
