import { type Cents, WITHDRAWAL_CONFIRMATIONS } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { payShare } from '../../people/affiliate/affiliate.ts';
import { moment, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { closeOvertaken, openReview } from '../../trade/reviews/reviews.ts';
import { account, postNew } from '../ledger/ledger.ts';
import { recordSignedTransaction, type SignedPayment } from '../litecoin/signed-payments.ts';
import { IN_REVIEW } from './approving.ts';
import { factsAbout } from './facts.reads.ts';
import { lockWithdrawal, moveWithdrawal } from './state.ts';
import type { WithdrawalRow } from './withdrawals.reads.ts';
import { confirmedKey, withdrawalHoldKey } from './withdrawals.rules.ts';

/**
 * Stores a withdrawal's only transaction and reserves its coins. It may be sent only after this commit. False, without
 * a change, when the withdrawal is no longer approved or a coin is reserved.
 */
export async function recordSigned(tx: Tx, id: string, payment: SignedPayment): Promise<boolean> {
  const { state } = await lockWithdrawal(tx, id);
  if (state !== 'approved') return false;
  if (!(await recordSignedTransaction(tx, 'withdrawal', payment))) return false;
  await moveWithdrawal(tx, id, 'signed', { txid: payment.txid, reason: null });
  return true;
}

/** Records that the node has the transaction in its mempool or in a block. */
export async function recordSent(tx: Tx, id: string): Promise<void> {
  const { state } = await lockWithdrawal(tx, id);
  if (state !== 'signed' && state !== 'broadcast') return;
  await moveWithdrawal(tx, id, 'broadcast', { sentAt: moment, reason: null });
}

/** Shown to the user while the node does not accept the payment. */
export const WAITS_FOR_NETWORK = text('Waiting for the Litecoin network to accept it');

/**
 * Records that the node did not accept the transaction. The same bytes are sent again: after a minute, or in the next
 * run when the node never had them and did not reject them. Returns whether the user sees another reason than before.
 */
export async function recordNotTaken(
  tx: Tx,
  id: string,
  { isRejected }: { isRejected: boolean },
): Promise<boolean> {
  const row = await lockWithdrawal(tx, id);
  if (row.state !== 'signed' && row.state !== 'broadcast') return false;
  const isNew = row.reason !== WAITS_FOR_NETWORK;
  if (row.state === 'broadcast' || isRejected)
    await moveWithdrawal(tx, id, row.state, { sentAt: moment, reason: WAITS_FOR_NETWORK });
  else if (isNew) await moveWithdrawal(tx, id, 'signed', { reason: WAITS_FOR_NETWORK });
  return isNew;
}

/**
 * Sends a withdrawal to review, because only a person can tell whether it can still be mined. `facts` are the answers
 * of node and chain.
 */
export async function sendToReview(tx: Tx, id: string, facts: Json): Promise<void> {
  const { state, userId } = await lockWithdrawal(tx, id);
  if (state !== 'signed' && state !== 'broadcast') return;
  await moveWithdrawal(tx, id, 'needs_review', {
    facts,
    reason: IN_REVIEW,
  });
  await openReview(tx, { kind: 'withdrawal', subjectId: id, userId });
}

/** Sends a withdrawal to review whose mined payment cannot be booked. Its money stays held. */
export async function reviewUnbooked(tx: Tx, id: string): Promise<void> {
  const { state, txid } = await lockWithdrawal(tx, id);
  if (state === 'cancelling') await moveWithdrawal(tx, id, 'broadcast');
  await sendToReview(tx, id, await factsAbout(tx, txid!, 'unbooked'));
}

/**
 * Updates a withdrawal from the depth of its transaction. In a block it is broadcast; at 6 confirmations it is
 * confirmed and booked once. When its block is replaced it is broadcast again, and the booking stays.
 */
export async function applyConfirmations(tx: Tx, id: string, confirmations: number): Promise<void> {
  const row = await lockWithdrawal(tx, id);
  if (row.state === 'confirmed') {
    if (confirmations === 0)
      await moveWithdrawal(tx, id, 'broadcast', { reason: text('Its block was replaced by another') });
    return;
  }
  if (row.state !== 'broadcast') await moveWithdrawal(tx, id, 'broadcast', { reason: null });
  if (row.state === 'needs_review' || row.state === 'cancelling') await closeOvertaken(tx, 'withdrawal', id);
  if (confirmations < WITHDRAWAL_CONFIRMATIONS) return;
  if (!row.confirmedAt) await book(tx, row);
  const first = row.confirmedAt ? {} : { confirmedAt: moment };
  await moveWithdrawal(tx, id, 'confirmed', { ...first, reason: null });
}

async function book(tx: Tx, row: WithdrawalRow): Promise<void> {
  const from = account.seller(row.userId);
  await postNew(tx, {
    key: confirmedKey(row.id),
    kind: 'withdrawal.confirmed',
    postings: [
      { from, to: account.exchange, amount: row.amountCents as Cents },
      { from, to: account.fees, amount: row.percentageFeeCents as Cents },
      { from, to: account.networkFees, amount: row.networkFeeCents as Cents },
    ],
    hold: withdrawalHoldKey(row.id),
  });
  await payShare(tx, confirmedKey(row.id), row.userId);
}
