import { type Db, sessionLocksOf } from '../../platform/db/pool.ts';

/**
 * Runs `work` under the account's lock, which is exclusive across all processes. The database releases it when this process
 * dies, so the holder knows that no other process works on a marked attempt. `work` gets a database that refuses queries once
 * the lock is lost. Returns false if the lock is taken.
 */
export async function withAccountLock(
  db: Db,
  accountId: string,
  work: (fenced: Db) => Promise<void>,
): Promise<boolean> {
  return sessionLocksOf(db).run(`account ${accountId}`, (fence) => work(db.withPlugin(fence)));
}
