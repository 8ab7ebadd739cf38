import { sql } from 'kysely';
import type { Db, Tx } from './pool.ts';

/** Whether this database was restored and no process has recognised it yet. True before its first start too. */
export async function isUnknown(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isUnknown: boolean }>`
    select not exists (select from database_identity) or was_restored() as is_unknown`.execute(db);
  return rows[0]!.isUnknown;
}

/** Throws on a restored database that no process has recognised yet. Does nothing before its first start. */
export async function refuseRestored(tx: Tx): Promise<void> {
  const { rows } = await sql<{ restored: boolean }>`select was_restored() as restored`.execute(tx);
  if (rows[0]!.restored)
    throw new Error('the database was restored: everything waits until this is recognised');
}

/** What changed since the database was used last. */
export type IdentityChange = 'copy' | 'timeline';

/**
 * Stores the present cluster, database and timeline. Returns what has changed; null when nothing has, and on the first
 * start. `copy`: another cluster or database. `timeline`: a point-in-time recovery or a promoted standby.
 */
export async function adoptIdentity(tx: Tx): Promise<IdentityChange | null> {
  const { rows } = await sql<{ isSame: boolean; isSameDatabase: boolean }>`
    select (i.system, i.database, i.timeline) = (p.system, p.database, p.timeline) as is_same,
      (i.system, i.database) = (p.system, p.database) as is_same_database
    from database_identity i cross join present_database() p for update of i`.execute(tx);
  const [known] = rows;
  if (known?.isSame) return null;
  await sql`
    insert into database_identity (system, database, timeline) select system, database, timeline from present_database()
    on conflict (id) do update set system = excluded.system, database = excluded.database, timeline = excluded.timeline`.execute(
    tx,
  );
  if (!known) return null;
  return known.isSameDatabase ? 'timeline' : 'copy';
}
