import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { rotateKeys, rotateSeedKey, SEALED } from '../server/src/tools/key-rotation/key-rotation.ts';

/**
 * `npm run rotate-keys`: adds a key to the vault's and the signer's files and reseals every secret. Running processes continue.
 * `ROLE=signer` rotates only the signer's key; `web` and `worker` rotate only the vault's.
 */
const { role, databaseUrl, dataDir, keys } = readConfig();
if (role === 'signer' && keys.signing) {
  rotateSeedKey(keys.signing);
  reportSeed(true);
} else await rotateAll();

async function rotateAll(): Promise<void> {
  const postgres = databaseUrl ? null : await startEmbedded(join(dataDir, 'postgres'));
  const pool = openPool(databaseUrl ?? postgres!.url, { max: 2 });
  try {
    const { key, tables, seedFile } = await rotateKeys(pool.db, keys);
    console.log(`Key ${key} seals new secrets from now on.`);
    for (const table of SEALED) {
      const { resealed, unreadable } = tables[table];
      console.log(`${table}: ${resealed} resealed`);
      if (unreadable.length === 0) continue;
      console.error(`${table}: ${unreadable.length} cannot be opened: ${unreadable.join(' ')}`);
      process.exitCode = 1;
    }
    reportSeed(seedFile);
    console.log('Keep the older keys in the file. They open older backups.');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    await pool.close();
    if (postgres && !postgres.joined) await postgres.stop();
  }
}

function reportSeed(sealed: boolean): void {
  console.log(
    sealed
      ? 'The wallet seed was resealed with a new key of the signer.'
      : 'This machine has no wallet seed.',
  );
}
