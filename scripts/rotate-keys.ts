import { type Config, readConfig } from '../server/src/config.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { rotateKeys, rotateSeedKey, SEALED } from '../server/src/tools/key-rotation/key-rotation.ts';
import { runCommand, withDatabase } from './database.ts';

/**
 * `npm run rotate-keys`: adds a key to the vault's and the signer's files and reseals every secret. Running processes continue.
 * `ROLE=signer` rotates only the signer's key; `web` and `worker` rotate only the vault's.
 */
await runCommand(async () => {
  const { role, keys } = readConfig();
  if (role === 'signer' && keys.signing) {
    rotateSeedKey(keys.signing);
    reportSeed(true);
    return 0;
  }
  return withDatabase((url) => rotateAll(url, keys));
});

async function rotateAll(url: string, files: Config['keys']): Promise<number> {
  const pool = openPool(url, { max: 2 });
  try {
    const { key, tables, seedFile } = await rotateKeys(pool.db, files);
    console.log(`Key ${key} seals new secrets from now on.`);
    let isComplete = true;
    for (const table of SEALED) {
      const { resealed, unreadable } = tables[table];
      console.log(`${table}: ${resealed} resealed`);
      if (unreadable.length === 0) continue;
      console.error(`${table}: ${unreadable.length} cannot be opened: ${unreadable.join(' ')}`);
      isComplete = false;
    }
    reportSeed(seedFile);
    console.log('Keep the older keys in the file. They open older backups.');
    return isComplete ? 0 : 1;
  } finally {
    await pool.close();
  }
}

function reportSeed(sealed: boolean): void {
  console.log(
    sealed
      ? 'The wallet seed was resealed with a new key of the signer.'
      : 'This machine has no wallet seed.',
  );
}
