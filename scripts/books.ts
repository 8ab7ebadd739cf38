import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFrom } from '../server/src/config-fields.ts';
import { proveAndShow, runCommand, withDatabase } from './database.ts';

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
  return withDatabase(async (url) => ((await proveAndShow(url)) ? 0 : 1));
});
