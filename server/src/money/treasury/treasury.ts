import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { type Difference, proveBooks } from '../ledger/proof.ts';
import { reserveCoins, type SignedPayment } from '../withdrawals/payouts.ts';
import { type SweepRow, sweepUnderWay } from './treasury.reads.ts';

/** The sweep in progress, or a new one to be signed. Two wishes immediately are one sweep. `ownerId` null: nobody asked for it. */
export async function requestSweep(tx: Tx, ownerId: string | null): Promise<SweepRow> {
  await lockSweeps(tx);
  const present = await sweepUnderWay(tx);
  if (present) return present;
  const { id } = await tx
    .insertInto('sweeps')
    .values({ requestedBy: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, state: 'requested', txid: null, litoshi: litoshi(0) };
}

/** Wishes for a sweep by itself, as often as the owner's schedule says; a wish of their counts too. */
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
    .where('createdAt', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function lockSweeps(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sweep'))`.execute(tx);
}

/** Ends a wish for which no coin is worth sweeping. */
export async function recordNothing(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sweeps')
    .set({ state: 'nothing' })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute();
}

type HousePayment = Pick<SignedPayment, 'txid' | 'hex' | 'fee' | 'coins'>;

/**
 * Commits a sweep's one transaction and reserves its coins; only after this commit may it be sent. False: someone else
 * signed it, or one of the coins is taken, and nothing was done.
 */
export async function recordSweepSigned(
  tx: Tx,
  id: string,
  payment: HousePayment & { readonly arriving: Litoshi },
): Promise<boolean> {
  const { state } = await tx
    .selectFrom('sweeps')
    .where('id', '=', id)
    .forUpdate()
    .select('state')
    .executeTakeFirstOrThrow();
  if (state !== 'requested' || !(await recordHouse(tx, 'sweep', payment))) return false;
  await tx
    .updateTable('sweeps')
    .set({ state: 'signed', txid: payment.txid, litoshi: payment.arriving })
    .where('id', '=', id)
    .execute();
  return true;
}

/** As for a sweep, for the child of a stuck withdrawal; what it keeps may later get a child of its own. */
export async function recordChild(
  tx: Tx,
  payment: HousePayment & { readonly kept: { readonly address: string; readonly amount: Litoshi } },
): Promise<boolean> {
  if (!(await recordHouse(tx, 'child', payment))) return false;
  const { address, amount } = payment.kept;
  await tx
    .insertInto('chainOutputs')
    .values({ txid: payment.txid, n: 0, address, litoshi: amount })
    .execute();
  return true;
}

/** Commits a transaction that pays ourselves and reserves its coins. False: a coin is taken, and nothing was done. */
async function recordHouse(tx: Tx, kind: 'sweep' | 'child', payment: HousePayment): Promise<boolean> {
  if (!(await reserveCoins(tx, payment))) return false;
  const { txid, hex, fee: feeLitoshi } = payment;
  await tx.insertInto('ownTransactions').values({ txid, kind, hex, feeLitoshi }).execute();
  return true;
}

/** The node was given a sweep or child; `facts` when it will not be mined any longer, which the owner has to look at. */
export async function recordGiven(db: Db, txid: string, facts: Json | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    const given = await tx
      .updateTable('ownTransactions')
      .set({ sentAt: new Date(), facts })
      .where('txid', '=', txid)
      .where('minedHeight', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (given && facts) await openReview(tx, { kind: 'house_payment', subjectId: given.id, userId: null });
  });
}

/**
 * What the owner decided on a sweep or child that the node cannot take. Approved, the same bytes are sent again. Rejected,
 * it is given up and its coins are free for the next one: both pay nobody but the house, so either may be mined.
 */
export async function decideHouse(tx: Tx, id: string, decision: 'approve' | 'reject'): Promise<void> {
  const { txid, minedHeight } = await tx
    .selectFrom('ownTransactions')
    .where('id', '=', id)
    .forUpdate()
    .select(['txid', 'minedHeight'])
    .executeTakeFirstOrThrow();
  if (minedHeight !== null) refuse('review_closed');
  if (decision === 'approve') {
    await tx.updateTable('ownTransactions').set({ facts: null, sentAt: null }).where('id', '=', id).execute();
    return;
  }
  await tx
    .updateTable('chainOutputs')
    .set({ reservedBy: null })
    .where('reservedBy', '=', txid)
    .where('spentBy', 'is', null)
    .execute();
}

const PROOFS_KEPT_DAYS = 30;

/** Proves the books and keeps the result with its time. Answers the differences. */
export async function proveAndKeep(db: Db): Promise<Difference[]> {
  const startedAt = performance.now();
  const differences = await proveBooks(db);
  const tookMs = Math.round(performance.now() - startedAt);
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('bookProofs')
      .values({ tookMs, differences: JSON.stringify(differences) as unknown as Json })
      .execute();
    await sql`delete from book_proofs where at < now() - make_interval(days => ${PROOFS_KEPT_DAYS})`.execute(
      tx,
    );
  });
  return differences;
}
