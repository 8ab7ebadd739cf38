import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { ageSecondsOf } from '../../platform/clock/ages.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { type Db, inTransaction, moment, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { type Difference, proveBooks } from '../ledger/proof.ts';
import { giveUp, recordSignedTransaction, type SignedPayment } from '../litecoin/signed-payments.ts';
import { namedBookDifference } from './differences.reads.ts';
import { reportDifferences } from './stops.ts';
import { type SweepRow, sweepInProgress } from './treasury.reads.ts';

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

/**
 * Records that an internal transfer was sent. `facts` is set when it conflicts or is stuck; this opens a review for
 * the owner.
 */
export async function recordSubmitted(tx: Tx, txid: string, facts: Json | null): Promise<void> {
  const unmined = await tx
    .updateTable('ownTransactions')
    .set({ sentAt: moment, facts })
    .where('txid', '=', txid)
    .where('minedHeight', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (unmined && facts) await openReview(tx, { kind: 'house_payment', subjectId: unmined.id, userId: null });
}

/**
 * Applies the owner's decision on an internal transfer. Approved: the same bytes are sent again. Rejected: it is given
 * up, and its coins become free for the next payment. Both pay only the house, so either may be mined. Refuses with
 * review_closed when it is mined.
 */
export async function decideHousePayment(tx: Tx, id: string, decision: 'approve' | 'reject'): Promise<void> {
  const { txid, minedHeight } = await tx
    .selectFrom('ownTransactions')
    .where('id', '=', id)
    .forUpdate()
    .select(['txid', 'minedHeight'])
    .executeTakeFirstOrThrow();
  if (minedHeight !== null) refuse('review_closed');
  if (decision === 'reject') return giveUp(tx, txid, 'freed');
  await tx.updateTable('ownTransactions').set({ facts: null, sentAt: null }).where('id', '=', id).execute();
}

const PROOFS_KEPT_DAYS = 30;

/**
 * Proves the books and stores the result. A difference that no owner has accepted opens a review, which stops payouts.
 * Returns these differences. Throws the reason of `signal`, and stores nothing, when it is aborted before the proof has ended.
 */
export async function proveAndStore(db: Db, signal?: AbortSignal): Promise<Difference[]> {
  const startedAt = performance.now();
  const differences = await proveBooks(db, signal);
  const tookMs = Math.round(performance.now() - startedAt);
  return inTransaction(db, async (tx) => {
    await tx
      .insertInto('bookProofs')
      .values({ tookMs, differences: JSON.stringify(differences) as unknown as Json })
      .execute();
    await sql`delete from book_proofs where at < now() - make_interval(days => ${PROOFS_KEPT_DAYS})`.execute(
      tx,
    );
    const left = await reportDifferences(tx, 'book_difference', differences.map(namedBookDifference));
    return left.map(({ of }) => of);
  });
}
