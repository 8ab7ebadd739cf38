import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { enqueue, runTask } from '../../platform/jobs/queue.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { readSnapshotData } from './snapshot-data.reads.ts';
import { deleteOldSnapshots, isSnapshotDue, storeSnapshot } from './snapshots.ts';
import { buildTree } from './tree.ts';

type ReserveServices = Pick<Services, 'db' | 'queue' | 'log'>;

const POLL_EVERY_MS = 5_000;
/** At most one waiting job. */
const SINGLETON = { singletonKey: 'due' };

/** Takes snapshots of the reserves at the owner's interval until `signal` is aborted. Several processes may run it. */
export async function followReserves(services: ReserveServices, signal: AbortSignal): Promise<void> {
  const { db, queue, log } = services;
  const stop = await runTask(queue, 'reserves.snapshot', { total: 1 }, async () => {
    if (!signal.aborted) await takeSnapshot(db);
  });
  const failed = 'reserves: could not request a snapshot';
  await repeat(() => requestIfDue(services), { everyMs: POLL_EVERY_MS, failed, log, signal });
  await stop();
}

async function requestIfDue({ db, queue }: ReserveServices): Promise<void> {
  await deleteOldSnapshots(db);
  if (!(await isSnapshotDue(db))) return;
  await inTransaction(db, (tx) => enqueue(tx, queue, 'reserves.snapshot', {}, SINGLETON));
}

/** Takes a snapshot if one is due. No transaction is open while the tree is computed. */
export async function takeSnapshot(db: Db): Promise<void> {
  if (!(await isSnapshotDue(db))) return;
  const data = await readSnapshotData(db);
  if (!data) return;
  const tree = await buildTree(data.balances);
  await inTransaction(db, (tx) => storeSnapshot(tx, data, tree));
}
