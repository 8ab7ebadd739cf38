import type { BroadcastAnswer } from '../../outside/litecoin-node.ts';
import { type Db, inTransaction, readClock } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { eachAlone } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { chainCursor } from '../litecoin/litecoin.reads.ts';
import { factsAbout } from './facts.reads.ts';
import { recordNotTaken, recordSent, sendToReview } from './payouts.ts';
import { isMined, type Unmined, unminedAncestors, unminedWithdrawals } from './withdrawals.reads.ts';
import { pausedText } from './withdrawals.rules.ts';
import { explainWait } from './withdrawals.ts';

export type Sending = Pick<Services, 'db' | 'node' | 'log'>;
/** A payment that is not mined is sent again after this time, because nodes forget. */
export const SEND_AGAIN_AFTER_MS = 60_000;
type Signed = Pick<Unmined, 'txid' | 'hex'>;

/**
 * Gives each run of a loop its `sendBefore`: a minute ago. The first run gets the present time and sends every unmined payment,
 * because the node may have lost its mempool when this process was started again.
 */
export function openSendBefore(db: Db): () => Promise<Date> {
  let sendAgainAfterMs = 0;
  return async () => {
    const sendBefore = new Date((await readClock(db)).getTime() - sendAgainAfterMs);
    sendAgainAfterMs = SEND_AGAIN_AFTER_MS;
    return sendBefore;
  };
}

/**
 * Sends every signed transaction that is not mined and was not sent since `before`. It always sends the same bytes, so
 * that the payee is paid once. A failure delays none of the others. The errors are thrown last, with the ids of the withdrawals.
 */
export async function sendUnmined(sending: Sending, before: Date): Promise<void> {
  await eachAlone(await unminedWithdrawals(sending.db, before), (payment) =>
    sendOne(sending, payment).catch((cause: Error) => {
      throw new Error(`withdrawal ${payment.id}: ${cause.message}`, { cause });
    }),
  );
}

/** Sends one signed transaction and records the result. After an unclear answer it is sent again. */
export async function sendOne(sending: Sending, payment: Unmined): Promise<void> {
  const { db, log } = sending;
  const answer = await submitToNode(sending, payment);
  if (answer.kind === 'paused') {
    await inTransaction(db, (tx) => explainWait(tx, payment.id, pausedText(answer.reason)));
    return;
  }
  if (answer.kind === 'accepted' || answer.kind === 'alreadyMined') {
    await inTransaction(db, (tx) => recordSent(tx, payment.id));
    return;
  }
  const { id, txid } = payment;
  const facts = await factsOfConflict(sending, txid, answer);
  const isNew = await inTransaction(db, async (tx) => {
    if (!facts) return recordNotTaken(tx, id, { isRejected: answer.kind === 'rejected' });
    await sendToReview(tx, id, facts);
    return true;
  });
  if (isNew) log.warn({ withdrawalId: id, txid, answer }, 'litecoin: the node rejected a payment');
}

/** The node's answer, or the reason why nothing may be sent now. */
export type Submission = BroadcastAnswer | { readonly kind: 'paused'; readonly reason: string };

/**
 * Sends a transaction. A node that lost its mempool gets the unmined parents first, then the transaction again. When the
 * node does not take a parent, the answer is the one about that parent.
 */
export async function submitToNode(sending: Sending, { txid, hex }: Signed): Promise<Submission> {
  const answer = await broadcast(sending, hex);
  if (answer.kind !== 'missingInputs') return answer;
  const parents = await unminedAncestors(sending.db, txid);
  if (parents.length === 0) return answer;
  if (parents.some(({ isGivenUp }) => isGivenUp))
    return { kind: 'unclear', message: 'it builds on a payment that was given up' };
  for (const parent of parents) {
    const about = await broadcast(sending, parent.hex);
    if (about.kind !== 'accepted' && about.kind !== 'alreadyMined') return about;
  }
  return broadcast(sending, hex);
}

/** Sends bytes, unless payouts are blocked. A stop may begin between two payments of one run. */
async function broadcast({ db, node }: Sending, hex: string): Promise<Submission> {
  const reason = await payoutStopReason(db);
  return reason === null ? node.broadcast(hex) : { kind: 'paused', reason };
}

/**
 * The facts for a review of a payment whose coins the node calls spent. Null after any other answer, and while the applied tip is
 * not the node's tip or the payment is mined: then the chain decides.
 */
export async function factsOfConflict(
  { db, node }: Sending,
  txid: string,
  { kind }: BroadcastAnswer,
): Promise<Json | null> {
  if (kind !== 'missingInputs' && kind !== 'conflict') return null;
  const { bestBlockHash } = await node.chainInfo();
  const isAtTip = (await chainCursor(db))?.hash === bestBlockHash;
  return isAtTip && !(await isMined(db, txid)) ? factsAbout(db, txid, kind) : null;
}
