import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/config.ts';
import { resetFromServer } from '../server/src/people/factors/resets.ts';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { inTransaction, openPool } from '../server/src/platform/db/pool.ts';

/**
 * `npm run reset-factor -- --discord-id 123`: removes the second factors of a user immediately and ends their sessions. For an
 * owner who lost theirs when nobody else can reset them. Uses the data directory or DATABASE_URL.
 */
const { values } = parseArgs({ options: { 'discord-id': { type: 'string' } } });
const discordId = values['discord-id'];
if (!discordId) {
  console.error('Usage: npm run reset-factor -- --discord-id <id>');
  process.exit(2);
}
const { databaseUrl, dataDir } = readConfig();
const directory = join(dataDir, 'postgres');
if (!databaseUrl && !existsSync(join(directory, 'cluster'))) {
  console.error(`There is no database in ${directory} yet.`);
  process.exit(2);
}
const postgres = databaseUrl ? null : await startEmbedded(directory);
const pool = openPool(databaseUrl ?? postgres!.url, { max: 1 });
const outcome = await inTransaction(pool.db, (tx) => resetFromServer(tx, discordId));
await pool.close();
if (postgres && !postgres.joined) await postgres.stop();
if (outcome === 'done') console.log('The second factors were removed. The user must sign in again.');
else
  console.error(outcome === 'unknown' ? 'No user has this Discord id.' : 'This user has no second factor.');
process.exit(outcome === 'done' ? 0 : 1);
