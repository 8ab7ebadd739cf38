import { sql } from 'kysely';
import { withFolderLock } from '../../platform/db/folder-lock.ts';
import type { Services } from '../../services.ts';
import { makeHistory } from './history.ts';
import { makePeople } from './people.ts';
import { openSandboxControl, type SandboxControl } from './sandbox-control.ts';
import { offerStock } from './stock.ts';
import { fundHotWallet } from './treasury.ts';

const MARKER = 'demo_world';

/**
 * Creates the demo world of a new sandbox: users, stock, capital in the hot wallet and a week of trades, through the
 * product's own functions. Runs once, even when several processes start at the same time. If it is killed, or stopped by
 * `stopping`, the next start continues where it stopped.
 */
export async function seedDemoWorld(
  services: Services,
  databaseUrl: string,
  stopping: AbortSignal,
): Promise<void> {
  const { config } = services;
  if (!config.sandboxUrl) return;
  const sandbox = openSandboxControl(config.sandboxUrl);
  await sandbox.ready(stopping);
  const seed = () => seedOnce(services, databaseUrl, sandbox, stopping);
  await withFolderLock(config.dataDir, seed, stopping);
}

async function seedOnce(
  services: Services,
  databaseUrl: string,
  sandbox: SandboxControl,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log } = services;
  const done = await db.selectFrom('settings').where('key', '=', MARKER).select('key').executeTakeFirst();
  if (done) return;
  log.info('creating the demo world');
  const people = await makePeople(services, databaseUrl);
  stopping.throwIfAborted();
  await fundHotWallet(services, sandbox);
  stopping.throwIfAborted();
  await offerStock(services, sandbox, people);
  await makeHistory(services, databaseUrl, sandbox, people, stopping);
  // The history is not news to the people who play these users.
  await db.updateTable('inboxEntries').set({ readAt: sql`at` }).where('readAt', 'is', null).execute();
  await db
    .insertInto('settings')
    .values({ key: MARKER, value: sql`jsonb_build_object('madeAt', now())` })
    .execute();
}
