import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { ageSecondsOf } from '../../platform/clock/ages.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { recordSignedTransaction, type SignedPayment } from '../litecoin/signed-payments.ts';
import { type SweepRow, sweepInProgress } from './sweeps.reads.ts';

/** The sweep in progress, or a new request. Parallel requests create one sweep. `ownerId` is null for the schedule. */
export async function requestSweep(tx: Tx, ownerId: string | null): Promise<SweepRow> {
  await lockSweeps(tx);
  const present = await sweepInProgress(tx);
  if (present) return present;
  const { id } = await tx
    .insertInto('sweeps')
    .values({ requestedBy: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(tx, {
    actorId: ownerId,
    action: 'sweeps.requested',
    subjectId: id,
  });
  return { id, state: 'requested', txid: null, litoshi: litoshi(0) };
}

/** Requests a sweep on the owner's schedule. Manual requests count for the interval too. */
export async function requestDueSweep(db: Db): Promise<void> {
  const { everyHours } = await readSetting(db, 'sweep_schedule');
  if (everyHours === null || (await hadSweepWithin(db, everyHours))) return;
  await inTransaction(db, async (tx) => {
    await lockSweeps(tx);
    if (!(await hadSweepWithin(tx, everyHours))) await requestSweep(tx, null);
  });
}

async function hadSweepWithin(db: Db | Tx, hours: number): Promise<boolean> {
  const row = await db
    .selectFrom('sweeps')
    .where(ageSecondsOf('created_at'), '<', hours * 3_600)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

const lockSweeps = (tx: Tx) => lockName(tx, 'sweep');

/** Ends a request when no coin is worth sweeping. */
export async function recordEmptySweep(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sweeps')
    .set({ state: 'nothing' })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}

/**
 * Stores a sweep's only transaction and reserves its coins. It may be sent only after this commit. False, without a
 * change, when the sweep is signed already or a coin is reserved.
 */
export async function recordSweepSigned(
  tx: Tx,
  id: string,
  payment: SignedPayment & { readonly arriving: Litoshi },
): Promise<boolean> {
  const { state } = await tx
    .selectFrom('sweeps')
    .where('id', '=', id)
    .forUpdate()
    .select('state')
    .executeTakeFirstOrThrow();
  if (state !== 'requested' || !(await recordSignedTransaction(tx, 'sweep', payment))) return false;
  await tx
    .updateTable('sweeps')
    .set({ state: 'signed', txid: payment.txid, litoshi: payment.arriving })
    .where('id', '=', id)
    .execute();
  return true;
}
