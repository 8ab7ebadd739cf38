import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { openPool } from '../server/src/db/pool.ts';
import { rotateKeys, SEALED } from '../server/src/key-rotation/key-rotation.ts';

/** `npm run rotate-keys`: adds a key to the vault's file and seals every secret by it; what runs goes on running. */
const { databaseUrl, dataDir, keys } = readConfig();
const postgres = databaseUrl ? null : await startEmbedded(join(dataDir, 'postgres'));
const pool = openPool(databaseUrl ?? postgres!.url, { max: 2 });
try {
  const { key, tables, seedFile } = await rotateKeys(pool.db, keys);
  console.log(`Key ${key} seals from now on.`);
  for (const table of SEALED) {
    const { resealed, unreadable } = tables[table];
    console.log(`${table}: ${resealed} sealed anew`);
    if (unreadable.length === 0) continue;
    console.error(`${table}: ${unreadable.length} cannot be opened: ${unreadable.join(' ')}`);
    process.exitCode = 1;
  }
  console.log(seedFile ? 'The wallet seed was sealed anew.' : 'The wallet file holds no seed.');
  console.log('Older keys stay in the file: they open older backups.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await pool.close();
  if (postgres && !postgres.joined) await postgres.stop();
}
