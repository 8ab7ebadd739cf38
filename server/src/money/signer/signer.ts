import { lockName } from '../../platform/db/lock-name.ts';
import { type Db, readClock, type Tx } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { IN_REVIEW } from '../withdrawals/approving.ts';
import { lockWithdrawal, moveWithdrawal } from '../withdrawals/state.ts';
import { fitsDayLimit } from './signer.reads.ts';
import type { Policy } from './signing-request.ts';

/** Returns an approved withdrawal to the state requested and opens a review with every reason why it was not signed. */
export async function refuseToSign(tx: Tx, id: string, reasons: readonly string[]): Promise<void> {
  const { state, userId } = await lockWithdrawal(tx, id);
  if (state !== 'approved') return;
  await moveWithdrawal(tx, id, 'requested', { reason: IN_REVIEW });
  const why = reasons.map((reason) => toStore(WITH_VALUES.notSigned, { reason }));
  await openReview(tx, { kind: 'withdrawal', subjectId: id, userId, facts: { why } });
}

/**
 * Whether `leavingLitoshi` more fit into the limit for 24 hours. Signers are serialised from here to the end of the
 * transaction, so that two cannot both use the same rest.
 */
export async function lockAndCheckDayLimit(tx: Tx, leavingLitoshi: number, policy: Policy): Promise<boolean> {
  await lockName(tx, 'signer');
  return fitsDayLimit(tx, leavingLitoshi, policy);
}

/** Records that the signer runs, and the errors that keep it from signing. */
export async function recordSignerCheck(db: Db, troubles: readonly string[], policy: Policy): Promise<void> {
  const row = {
    lookedAt: await readClock(db),
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
