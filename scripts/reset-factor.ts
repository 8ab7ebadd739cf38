import { parseArgs } from 'node:util';
import { resetFromServer } from '../server/src/people/access/factor-resets.ts';
import { inTransaction, openPool } from '../server/src/platform/db/pool.ts';
import { runCommand, withDatabase } from './database.ts';

const MESSAGES = {
  done: 'The second factors were removed. The user must sign in again.',
  unknown: 'No user has this Discord id.',
  'no factor': 'This user has no second factor.',
} as const;

/**
 * `npm run reset-factor -- --discord-id 123`: removes the second factors of a user immediately and ends their sessions. For an
 * owner who lost theirs when nobody else can reset them. Needs only the database's variables.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { 'discord-id': { type: 'string' } } });
  const discordId = values['discord-id'];
  if (!discordId) {
    console.error('Usage: npm run reset-factor -- --discord-id <id>');
    return 2;
  }
  const outcome = await withDatabase(async (url) => {
    const pool = openPool(url, { max: 1 });
    return inTransaction(pool.db, (tx) => resetFromServer(tx, discordId)).finally(pool.close);
  });
  if (outcome === 'done') console.log(MESSAGES.done);
  else console.error(MESSAGES[outcome]);
  return outcome === 'done' ? 0 : 1;
});
