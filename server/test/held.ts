import type { Db, Tx } from '../src/db/pool.ts';

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
