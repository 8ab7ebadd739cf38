import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../db/pool.ts';
import type { Json } from '../db/types.generated.ts';
import { type Difference, proveBooks } from '../ledger/proof.ts';
import { reserveCoins, type SignedPayment } from '../withdrawals/payouts.ts';
import { type SweepRow, sweepUnderWay } from './treasury.reads.ts';

/** The sweep under way, or a new one for the worker to sign. Two wishes at once are one sweep. */
export async function requestSweep(tx: Tx, ownerId: string): Promise<SweepRow> {
  await sql`select pg_advisory_xact_lock(hashtext('sweep'))`.execute(tx);
  const present = await sweepUnderWay(tx);
  if (present) return present;
  const { id } = await tx
    .insertInto('sweeps')
    .values({ requestedBy: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, state: 'requested', txid: null, litoshi: litoshi(0) };
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
 * Commits a sweep's one transaction and reserves its coins; only after this commit may it be sent. False: somebody else
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

/** The node was given a sweep or child; `facts` when it will not be mined any more, which a person has to look at. */
export async function recordGiven(db: Db, txid: string, facts: Json | null): Promise<void> {
  await db
    .updateTable('ownTransactions')
    .set({ sentAt: new Date(), facts })
    .where('txid', '=', txid)
    .where('minedHeight', 'is', null)
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
