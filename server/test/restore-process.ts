import { restoreBackup } from '../src/tools/backups/restore.ts';

/** Restores a backup until it is killed: `restore-process.ts <database url> <file>`. */
const [databaseUrl, file] = process.argv.slice(2) as [string, string];
await restoreBackup(databaseUrl, file);
