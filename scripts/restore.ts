import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { RestoredAccess } from '../server/src/money/restores/access.ts';
import { naming } from '../server/src/start-error.ts';
import { restoreBackup } from '../server/src/tools/backups/restore.ts';
import { identitiesIn } from '../server/src/tools/backups/sealing.ts';
import { fromHere, proveAndShow, runCommand, withDatabase } from './database.ts';

/**
 * `npm run restore -- <file> [--identity <file>]`: restores a backup into the empty database of DATABASE_URL or DATA_DIR,
 * stops everything, ends all sessions and proves the books. Needs no other variables. `--identity` is the file of
 * age-keygen that opens the backup.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { identity: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file) {
    console.error('Usage: npm run restore -- <file> [--identity <file>]');
    return 2;
  }
  const identities = values.identity ? readIdentities(fromHere(values.identity)) : [];
  return withDatabase(async (url) => {
    const { at, tables, rows, access } = await naming('Nothing was restored', () =>
      restoreBackup(url, fromHere(file), { identities }),
    );
    console.log(`Restored ${rows} rows of ${tables} tables from the backup of ${at}.`);
    const balanced = await proveAndShow(url);
    showAccess(access, at);
    console.log(
      'The emergency stop is set, and every unsigned withdrawal is in review. Next: docs/guide/operations.md, Restore.',
    );
    return balanced ? 0 : 1;
  });
});

function readIdentities(file: string): string[] {
  return naming(`The identity file ${file}`, () => identitiesIn(readFileSync(file, 'utf8')));
}

function showAccess({ endedSessions, staff, banned }: RestoredAccess, at: string): void {
  console.log(`${endedSessions} sessions were ended. Bans and roles are those of ${at}:`);
  console.log(`  staff: ${staff.join(', ') || 'none'}`);
  console.log(`  banned: ${banned.join(', ') || 'none'}`);
}
