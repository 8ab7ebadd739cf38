import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { lockIsAwaited } from '../../../test/lock-waits.ts';
import { eventually } from '../../../test/processes.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../prices/prices.jobs.ts';
import { runTreasury } from './treasury.jobs.ts';

/** The loops of the treasury, which do not wait for each other. */
let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

const countOf = async (rows: string) =>
  (await world.database.asOwner(`select count(*)::int as count from ${rows}`)).rows[0].count;

test('a proof that takes long delays no watch of the reserves, and two workers do not prove at the same time', async () => {
  const { asOwner, db } = world.database;
  await pollPrices(world.services);
  await credit(db, (await world.signIn('nova')).id, 10_000);
  await setSetting(world.database, 'reserve_floor', { percent: 100 });
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  await owner.query('begin; lock table ledger_seals in access exclusive mode');
  const stopping = new AbortController();
  const running = [1, 2].map(() => runTreasury(world.services, stopping.signal));
  try {
    await lockIsAwaited(world.database);
    await eventually(
      async () => (await countOf(`reviews where kind = 'low_reserves' and state = 'open'`)) === 1,
    );
    const { rows } = await asOwner(`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like '%ledger_differences%'`);
    expect(rows).toHaveLength(1);
    expect(await countOf('book_proofs')).toBe(0);
  } finally {
    await owner.query('commit');
    await owner.end();
  }
  await eventually(async () => (await countOf('book_proofs')) > 0);
  stopping.abort();
  await Promise.all(running);
  expect(await countOf('book_proofs')).toBe(1);
});
