import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { ageSecondsOf } from '../../platform/clock/ages.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { SnapshotData } from './snapshot-data.reads.ts';
import type { Tree } from './tree.ts';

const KEPT_DAYS = 90;
const ROWS_PER_INSERT = 1_000;

/** Whether reserves are published and the newest snapshot is older than the owner's interval. */
export async function isSnapshotDue(db: Db | Tx): Promise<boolean> {
  const { published, everyHours } = await readSetting(db, 'proof_of_reserves');
  if (!published) return false;
  const recent = await db
    .selectFrom('reserveSnapshots')
    .where(ageSecondsOf('at'), '<', everyHours * 3_600)
    .select('id')
    .executeTakeFirst();
  return recent === undefined;
}

/**
 * Stores a snapshot with its tree. Changes nothing and returns false if another process has just stored one. Throws if the sum
 * of the tree differs from the sum of the balances. Stores no shares of users who were deleted or banned meanwhile, because nobody could
 * read them.
 */
export async function storeSnapshot(tx: Tx, data: SnapshotData, tree: Tree): Promise<boolean> {
  await lockName(tx, 'reserves');
  if (!(await isSnapshotDue(tx))) return false;
  const owed = data.balances.reduce((sum, { cents }) => sum + cents, 0);
  if (tree.cents !== owed) throw new Error(`the tree sums up to ${tree.cents} cents instead of ${owed}`);
  const { height, hash } = data.block;
  const { id: snapshotId } = await tx
    .insertInto('reserveSnapshots')
    .values({
      at: data.at,
      height,
      hash,
      price: data.price,
      depth: tree.depth,
      root: tree.root,
      totalCents: tree.cents,
      tops: tree.tops,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [chunk, entries] of tree.chunks.entries())
    await tx.insertInto('reserveChunks').values({ snapshotId, chunk, entries }).execute();
  await inPieces(tree.shares, (shares) =>
    tx
      .insertInto('reserveShares')
      .values(shares.map((share) => ({ snapshotId, ...share })))
      .execute(),
  );
  await dropSharesOfGone(tx, snapshotId);
  await inPieces(data.addresses, (addresses) =>
    tx
      .insertInto('reserveAddresses')
      .values(addresses.map((address) => ({ snapshotId, ...address })))
      .execute(),
  );
  return true;
}

/** The lock makes a deletion or a ban either finish first, or wait for the commit and delete the share. */
const dropSharesOfGone = (tx: Tx, snapshotId: string) =>
  sql`
    with present as materialized (
      select u.id from users u join reserve_shares s on s.user_id = u.id
      where s.snapshot_id = ${snapshotId} and u.deleted_at is null and not u.is_banned
      order by u.id for share of u)
    delete from reserve_shares where snapshot_id = ${snapshotId} and user_id not in (select id from present)`.execute(
    tx,
  );

/** PostgreSQL limits the number of values in one statement. */
async function inPieces<Row>(
  rows: readonly Row[],
  insert: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT)
    await insert(rows.slice(at, at + ROWS_PER_INSERT));
}

/** Deletes snapshots that are older than 90 days. */
export async function deleteOldSnapshots(db: Db): Promise<void> {
  await db
    .deleteFrom('reserveSnapshots')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}

/** Deletes what proves the balances of users. The published trees do not change. */
export async function forgetSharesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('reserveShares').where('userId', 'in', userIds).execute();
}
