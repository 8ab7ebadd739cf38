import { type Cents, WITHDRAWAL_CONFIRMATIONS } from '@sterling/contract/money.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { type Db, inTransaction, moment, type Tx } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/loop.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import { isDeleted } from '../../trade/reviews/parties.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { account, postNew, voidHold } from '../ledger/ledger.ts';
import { giveUp } from '../litecoin/signed-payments.ts';
import { factsAbout } from './facts.reads.ts';
import { sendToReview } from './payouts.ts';
import { type Changes, lockWithdrawal, moveWithdrawal } from './state.ts';
import type { WithdrawalRow } from './withdrawals.reads.ts';
import { returnedKey, withdrawalHoldKey } from './withdrawals.rules.ts';

/** Shown to the user while the withdrawal is being cancelled. */
const CANCELLING = text(
  'This withdrawal is being cancelled. The money returns to your wallet once the network can no longer pay it',
);

/**
 * Gives a signed withdrawal up that waits for a review. It fails, and its money returns, when its transaction can never
 * be mined: immediately when that is certain already, else after a cancel is deep. Refuses with payment_possible if it is mined, and while
 * a transaction that the signer did not sign spends one of its coins and is not deep.
 */
export async function cancelWithdrawal(tx: Tx, row: WithdrawalRow, reason: string): Promise<void> {
  const txid = row.txid!;
  await refuseMined(tx, txid);
  const dead = await isDead(tx, txid);
  if (!dead && (await isContested(tx, row))) {
    refuse('payment_possible', {
      hint: phrase(
        'Another transaction spends one of its coins. Decide when that transaction is {blocks} blocks deep.',
        { blocks: WITHDRAWAL_CONFIRMATIONS },
      ),
    });
  }
  await giveUp(tx, txid, 'held');
  await moveWithdrawal(tx, row.id, 'cancelling', { reason: CANCELLING });
  if (dead) await failCancelled(tx, row, { reason: toStore(WITH_VALUES.notPaid, { reason }) });
}

/** Cancels a withdrawal again whose cancel was decided and signed before the database was restored. */
export async function resumeCancel(tx: Tx, id: string): Promise<void> {
  const { state, txid } = await lockWithdrawal(tx, id);
  if (state !== 'signed' && state !== 'broadcast' && state !== 'needs_review') return;
  await giveUp(tx, txid!, 'held');
  await moveWithdrawal(tx, id, 'cancelling', { reason: CANCELLING });
  await closeOvertaken(tx, 'withdrawal', id);
}

/**
 * Returns the money of a withdrawal whose coins are gone, because an owner accepts that it could still be mined. If it is,
 * a review opens and stops payouts (apply.ts). Refuses with payment_possible if it is mined already.
 */
export async function acceptLoss(tx: Tx, row: WithdrawalRow, reason: string): Promise<void> {
  await refuseMined(tx, row.txid!);
  await failCancelled(tx, row, { reason: toStore(WITH_VALUES.notPaid, { reason }), lossAcceptedAt: moment });
}

/** Refuses with payment_possible a payment that is in a block. If a block with it is being applied, that waits, and then finds the money returned. */
async function refuseMined(tx: Tx, txid: string): Promise<void> {
  const own = tx.selectFrom('ownTransactions').where('txid', '=', txid).select('minedHeight').forUpdate();
  const { minedHeight } = await own.executeTakeFirstOrThrow();
  if (minedHeight !== null) refuse('payment_possible', { hint: phrase('The network has paid it.') });
}

async function isDead(tx: Tx, txid: string): Promise<boolean> {
  const { rows } = await sql`select 1 from dead_transactions() where txid = ${txid}`.execute(tx);
  return rows.length > 0;
}

/** Whether the chain, or the node's mempool at its last answer, has another transaction that spends one of the coins. */
async function isContested(tx: Tx, { txid, facts }: WithdrawalRow): Promise<boolean> {
  if ((facts as { answer?: string } | null)?.answer === 'conflict') return true;
  const { rows } =
    await sql`select 1 from transaction_inputs where spender = ${txid} and rival is not null`.execute(tx);
  return rows.length > 0;
}

/** Fails a withdrawal that is being cancelled. Its held or booked money returns to the seller. */
async function failCancelled(
  tx: Tx,
  row: WithdrawalRow,
  changes: Pick<Changes, 'reason' | 'lossAcceptedAt'>,
): Promise<void> {
  await giveUp(tx, row.txid!, 'freed');
  if (row.confirmedAt) await bookReturn(tx, row);
  else await voidHold(tx, withdrawalHoldKey(row.id));
  await moveWithdrawal(tx, row.id, 'failed', { ...changes, failedAt: moment });
  await closeOvertaken(tx, 'withdrawal', row.id);
}

/**
 * Returns a payment that was booked and then lost. The house bears what a referrer got of its fee, and it gets the money of a
 * deleted account, because nobody can use its wallets.
 */
async function bookReturn(tx: Tx, row: WithdrawalRow): Promise<void> {
  const to = (await isDeleted(tx, row.userId)) ? account.adjustments : account.seller(row.userId);
  await postNew(tx, {
    key: returnedKey(row.id),
    kind: 'withdrawal.returned',
    postings: [
      { from: account.exchange, to, amount: row.amountCents as Cents },
      { from: account.fees, to, amount: row.percentageFeeCents as Cents },
      { from: account.networkFees, to, amount: row.networkFeeCents as Cents },
    ],
  });
}

/** A transaction of ours that can never be mined. */
interface Dead {
  readonly id: string;
  readonly txid: string;
  readonly byUs: boolean;
  readonly withdrawalId: string | null;
}

/**
 * Ends our transactions that can never be mined. A withdrawal fails when an owner cancelled it, or when it builds on a
 * payment that we cancelled; any other goes to review. Internal transfers release their coins. A failure delays none of the others.
 */
export async function endDead(db: Db): Promise<void> {
  const { rows } = await sql<Dead>`
    select t.id, t.txid, d.by_us, w.id as withdrawal_id from dead_transactions() d
    join own_transactions t on t.txid = d.txid and t.hex is not null and t.mined_height is null
    left join withdrawals w on w.txid = t.txid
    where case when w.id is null then t.given_up_at is null
      else w.state in ('signed', 'broadcast', 'cancelling') or w.state = 'needs_review' and d.by_us end
    order by t.signed_at`.execute(db);
  await eachAlone(rows, (dead) => inTransaction(db, (tx) => endOne(tx, dead)));
}

async function endOne(tx: Tx, { id, txid, byUs, withdrawalId }: Dead): Promise<void> {
  if (withdrawalId === null) {
    if (!(await isDead(tx, txid))) return;
    await giveUp(tx, txid, 'freed');
    await closeOvertaken(tx, 'house_payment', id);
    return;
  }
  const row = await lockWithdrawal(tx, withdrawalId);
  if (row.state === 'failed' || row.state === 'confirmed' || !(await isDead(tx, txid))) return;
  if (row.state !== 'cancelling') {
    if (!byUs) return sendToReview(tx, withdrawalId, await factsAbout(tx, txid, 'missingInputs'));
    await moveWithdrawal(tx, withdrawalId, 'cancelling');
  }
  await failCancelled(tx, row, {
    reason: text('Not paid. The transaction was cancelled, and the money is back in your wallet'),
  });
}
