import type { Db, Tx } from '../src/platform/db/pool.ts';
import type { TestDatabase } from './database.ts';
import { eventually } from './processes.ts';

/** Does something in a transaction that stays open until it is let go. */
export async function held(
  db: Db,
  work: (tx: Tx) => Promise<void>,
): Promise<{ holding: Promise<unknown>; letGo(): void }> {
  const letGo = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await work(tx);
    done.resolve();
    await letGo.promise;
  });
  await done.promise;
  return { holding, letGo: letGo.resolve };
}

/** Resolves when a statement waits for a lock: of anyone's, or of connections of that name. */
export async function somebodyWaits(
  { asOwner }: TestDatabase,
  connections: string | null = null,
): Promise<void> {
  await eventually(async () => {
    const { rows } = await asOwner(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
         and ($1::text is null or application_name = $1)`,
      [connections],
    );
    return rows.length > 0;
  });
}
