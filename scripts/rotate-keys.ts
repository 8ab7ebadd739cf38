import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { rotateKeys, rotateSeedKey, SEALED } from '../server/src/tools/key-rotation/key-rotation.ts';

/**
 * `npm run rotate-keys`: adds a key to the vault's file and to the signer's, and seals every secret by them; what runs
 * goes on running. With `ROLE=signer`, or of web and worker, only what their machine has.
 */
const { role, databaseUrl, dataDir, keys } = readConfig();
if (role === 'signer' && keys.signing) {
  rotateSeedKey(keys.signing);
  sayOfSeed(true);
} else await rotateAll();

async function rotateAll(): Promise<void> {
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
    sayOfSeed(seedFile);
    console.log('Older keys stay in the file: they open older backups.');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    await pool.close();
    if (postgres && !postgres.joined) await postgres.stop();
  }
}

function sayOfSeed(sealed: boolean): void {
  console.log(
    sealed ? 'The wallet seed was sealed anew, by a new key of the signer.' : 'The seed is not here.',
  );
}
