import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

/** Locks a table that only a proof reads, so that it takes long. The returned function ends this. */
async function blockProofs(): Promise<() => Promise<void>> {
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  await owner.query('begin; lock table ledger_days in access exclusive mode');
  let ending: Promise<void> | null = null;
  // the lock ends with its connection
  return () => (ending ??= owner.end());
}

const runningProofs = async () =>
  (
    await world.database.asOwner(`select from pg_stat_activity
      where state = 'active' and datname = current_database() and pid <> pg_backend_pid() and query like '%ledger_differences%'`)
  ).rows.length;

test('a proof that takes long delays no watch of the reserves, and two workers do not prove at the same time', async () => {
  await pollPrices(world.services);
  await credit(world.database.db, (await world.signIn('nova')).id, 10_000);
  await setSetting(world.database, 'reserve_floor', { percent: 100 });
  const release = await blockProofs();
  const stopping = new AbortController();
  const running = [1, 2].map(() => runTreasury(world.services, stopping.signal));
  try {
    // the second worker may wait before the first one proves
    await eventually(async () => (await runningProofs()) > 0);
    await eventually(
      async () => (await countOf(`reviews where kind = 'low_reserves' and state = 'open'`)) === 1,
    );
    expect(await runningProofs()).toBe(1);
    expect(await countOf('book_proofs')).toBe(0);
    await release();
    await eventually(async () => (await countOf('book_proofs')) > 0);
  } finally {
    await release();
    stopping.abort();
    await Promise.all(running);
  }
  expect(await countOf('book_proofs')).toBe(1);
});

test('a worker that stops ends its proof in the database too', async () => {
  await world.database.asOwner('delete from book_proofs');
  const error = vi.spyOn(world.services.log, 'error');
  const release = await blockProofs();
  const stopping = new AbortController();
  const running = runTreasury(world.services, stopping.signal);
  try {
    await lockIsAwaited(world.database);
    stopping.abort();
    await running;
    // a proof that was not cancelled waits 15 seconds for the lock
    await eventually(async () => (await runningProofs()) === 0, { withinMs: 8_000 });
    expect(await countOf('book_proofs')).toBe(0);
    expect(error).not.toHaveBeenCalled();
  } finally {
    await release();
  }
});
