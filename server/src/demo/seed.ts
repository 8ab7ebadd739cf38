import { sql } from 'kysely';
import { inTransaction } from '../db/pool.ts';
import type { Services } from '../services.ts';
import { seedHistory } from './history.ts';
import { seedPeople } from './people.ts';
import { openSandboxControl } from './sandbox-control.ts';
import { seedStock } from './stock.ts';
import { fundHotWallet } from './treasury.ts';

const MARKER = 'demo_world';

/**
 * The demo world of a fresh sandbox: people, stock, capital in the hot wallet and a week of trades, made by the
 * product's own verbs against the sandbox. Runs once; a start that was killed in the middle goes on where it can.
 */
export async function seedDemoWorld(services: Services): Promise<void> {
  const { db, config, log } = services;
  if (!config.sandboxUrl) return;
  const done = await db.selectFrom('settings').where('key', '=', MARKER).select('key').executeTakeFirst();
  if (done) return;
  log.info('making the demo world');
  const sandbox = openSandboxControl(config.sandboxUrl);
  const people = await seedPeople(services);
  await fundHotWallet(services, sandbox);
  await seedStock(services, sandbox, people);
  await seedHistory(services, sandbox, people);
  await inTransaction(db, (tx) =>
    tx
      .insertInto('settings')
      .values({ key: MARKER, value: sql`jsonb_build_object('madeAt', now())` })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
