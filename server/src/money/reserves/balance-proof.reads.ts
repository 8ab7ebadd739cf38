import { type BalanceProof, PROOF_FORMAT } from '@sterling/contract/reserves.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { signedSnapshots } from './reserves.reads.ts';
import { NODE_BYTES, nodeAt, pathIn, siblingPlaces, type TreeNode } from './tree.rules.ts';
import { LEAVES_PER_CHUNK, unpackLeaves } from './tree.ts';

/**
 * The proof of a person's balance in a snapshot, by default the published one. Refuses with reserves_not_published, and with
 * no_balance_proof if the person had no balance or the snapshot no longer exists.
 */
export async function readBalanceProof(db: Db, userId: string, snapshotId?: string): Promise<BalanceProof> {
  if (!(await readSetting(db, 'proof_of_reserves')).published) refuse('reserves_not_published');
  const snapshot = await signedSnapshots(db)
    .$if(snapshotId !== undefined, (query) => query.where('s.id', '=', snapshotId!))
    .limit(1)
    .executeTakeFirst();
  const share =
    snapshot &&
    (await db
      .selectFrom('reserveShares')
      .where('snapshotId', '=', snapshot.id)
      .where('userId', '=', userId)
      .select(['cents', 'nonce', 'leaves'])
      .executeTakeFirst());
  if (!snapshot || !share) return refuse('no_balance_proof');
  const leaves = unpackLeaves(share.leaves);
  const chunks = leaves.map(({ place }) => chunkOf(place));
  const entries = await readChunks(db, snapshot.id, chunks);
  const above = await readAbove(db, snapshot, chunks);
  return {
    format: PROOF_FORMAT,
    snapshotId: snapshot.id,
    at: snapshot.at,
    block: { height: snapshot.height, hash: snapshot.hash },
    account: userId,
    nonce: share.nonce.toString('hex'),
    cents: share.cents,
    root: { hash: snapshot.root.toString('hex'), cents: snapshot.totalCents },
    leaves: leaves.map(({ place, cents, salt }) => ({
      position: place,
      salt: salt.toString('hex'),
      cents,
      path: [
        ...pathIn(entries.get(chunkOf(place))!, place % LEAVES_PER_CHUNK),
        ...above.get(chunkOf(place))!,
      ].map(shown),
    })),
  };
}

/** The person's balance in each kept snapshot, newest first. */
export async function provedBalances(db: Db, userId: string) {
  const rows = await db
    .selectFrom('reserveShares as r')
    .innerJoin('reserveSnapshots as s', 's.id', 'r.snapshotId')
    .where('r.userId', '=', userId)
    .orderBy('s.at', 'desc')
    .select(['s.id', 's.at', 'r.cents'])
    .execute();
  return rows.map(({ id, at, cents }) => ({ snapshotId: id, at, cents }));
}

const chunkOf = (place: number): number => Math.floor(place / LEAVES_PER_CHUNK);
const shown = ({ hash, cents }: TreeNode) => ({ hash: hash.toString('hex'), cents });

async function readChunks(db: Db, snapshotId: string, wanted: readonly number[]) {
  const rows = await db
    .selectFrom('reserveChunks')
    .where('snapshotId', '=', snapshotId)
    .where('chunk', 'in', [...new Set(wanted)])
    .select(['chunk', 'entries'])
    .execute();
  return new Map(rows.map(({ chunk, entries }) => [chunk, entries]));
}

/** The siblings above each of these chunks. Reads only them, because the levels of a large tree have megabytes. */
async function readAbove(
  db: Db,
  { id, depth }: { readonly id: string; readonly depth: number },
  chunks: readonly number[],
): Promise<Map<number, TreeNode[]>> {
  const placesOf = new Map(
    chunks.map((chunk) => [chunk, siblingPlaces(2 ** depth / LEAVES_PER_CHUNK, chunk)]),
  );
  const wanted = [...new Set([...placesOf.values()].flat())];
  const { rows } = await sql<{ place: number; node: Buffer }>`
    select place, substring(s.tops from place * ${NODE_BYTES} + 1 for ${NODE_BYTES}) as node
    from reserve_snapshots s cross join unnest(${wanted}::int[]) place where s.id = ${id}`.execute(db);
  const nodes = new Map(rows.map(({ place, node }) => [place, nodeAt(node, 0)]));
  return new Map([...placesOf].map(([chunk, places]) => [chunk, places.map((place) => nodes.get(place)!)]));
}
