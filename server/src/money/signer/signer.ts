import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { IN_REVIEW } from '../withdrawals/approving.ts';
import { lockWithdrawal, moveWithdrawal } from '../withdrawals/state.ts';
import { hasRoom } from './signer.reads.ts';
import type { Policy } from './signing-request.ts';

/** Sends an approved withdrawal back to wait for a person's word, with every reason why it was not signed. */
export async function refuseToSign(tx: Tx, id: string, reasons: readonly string[]): Promise<void> {
  const { state, userId } = await lockWithdrawal(tx, id);
  if (state !== 'approved') return;
  await moveWithdrawal(tx, id, 'requested', { reason: IN_REVIEW });
  const why = reasons.map((doubt) => `not signed: ${doubt}`);
  await openReview(tx, { kind: 'withdrawal', subjectId: id, userId, facts: { why } });
}

/**
 * Whether so many litoshi more may leave within 24 hours. Signers wait for each other from here to the end of the
 * transaction, so that two at the same time do not both see the same room.
 */
export async function takeRoom(tx: Tx, leaves: number, policy: Policy): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('signer'))`.execute(tx);
  return hasRoom(tx, leaves, policy);
}

/** The signer was here, and says what keeps it from signing. */
export async function noteLook(db: Db, troubles: readonly string[], policy: Policy): Promise<void> {
  const row = {
    lookedAt: new Date(),
    troubles: [...troubles],
    paymentLimit: policy.paymentLimit,
    dayLimit: policy.dayLimit,
  };
  await db
    .insertInto('signerHealth')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
