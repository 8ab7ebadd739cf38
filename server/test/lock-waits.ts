import type { Db, Tx } from '../src/platform/db/pool.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './processes.ts';

/** Runs `work` in a transaction that stays open until `release`. `finished` resolves after its commit. */
export async function openTransaction(
  db: Db,
  work: (tx: Tx) => Promise<void>,
): Promise<{ finished: Promise<unknown>; release(): void }> {
  const release = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const finished = db.transaction().execute(async (tx) => {
    await work(tx);
    done.resolve();
    await release.promise;
  });
  await done.promise;
  return { finished, release: release.resolve };
}

/** Resolves when `count` statements wait for a lock, on any connection or on connections with the given application name. */
export async function lockIsAwaited(
  { asOwner }: TestDatabase,
  connections: string | null = null,
  count = 1,
): Promise<void> {
  await eventually(async () => {
    const { rows } = await asOwner(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
         and ($1::text is null or application_name = $1)`,
      [connections],
    );
    return rows.length >= count;
  });
}
