import { sql } from 'kysely';
import { type Db, inTransaction, moment, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { type Difference, proveBooks } from '../ledger/proof.ts';
import { giveUp } from '../litecoin/signed-payments.ts';
import { namedBookDifference } from './differences.reads.ts';
import { reportDifferences } from './stops.ts';

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
