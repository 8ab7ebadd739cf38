import { text } from '@sterling/contract/texts.ts';
import { type Db, exceedsLimits, inTransaction } from '../../platform/db/pool.ts';
import { eachAlone, eachStep, repeat } from '../../platform/loop.ts';
import { isOutage } from '../../platform/outage.ts';
import type { Services } from '../../services.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { signerHealth } from '../signer/signer.reads.ts';
import { approveDue } from './approving.ts';
import { endDead } from './ending.ts';
import { applyConfirmations, reviewUnbooked } from './payouts.ts';
import { openSendBefore, type Sending, sendUnmined } from './sending.jobs.ts';
import { staleWithdrawals, type WithdrawalRow, withdrawalsIn } from './withdrawals.reads.ts';
import { pausedText } from './withdrawals.rules.ts';
import { explainWait } from './withdrawals.ts';

const POLL_EVERY_MS = 2_000;

/**
 * Sends and confirms withdrawals, and approves those that waited, until `signal` is aborted. Its state is in the
 * database, so it may be killed at any point and run in parallel.
 */
export async function payWithdrawals(
  { db, node, log }: Pick<Services, 'db' | 'node' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const sendBefore = openSendBefore(db);
  const run = async () => {
    const before = await sendBefore();
    await eachStep([() => payOnce({ db, node, log }, before), () => explainSilence(db)]);
  };
  await repeat(run, { everyMs: POLL_EVERY_MS, failed: 'withdrawals: run failed', log, signal });
}

/**
 * One run: updates withdrawals from the chain, ends those that can never be mined, approves due ones, and sends payments
 * that are new or were last sent before `sendBefore`. While payouts are blocked it only updates from the chain, and shows
 * the reason. A failed withdrawal or step delays none of the others. Their errors are thrown last.
 */
export async function payOnce(sending: Sending, sendBefore: Date): Promise<void> {
  const steps = [() => confirmMined(sending.db), () => payUnlessBlocked(sending, sendBefore)];
  await eachStep(steps);
}

async function payUnlessBlocked(sending: Sending, sendBefore: Date): Promise<void> {
  const { db } = sending;
  const stop = await payoutStopReason(db);
  if (stop !== null) return explain(db, await withdrawalsIn(db, 'approved', 'signed'), pausedText(stop));
  const steps = [() => endDead(db), () => approveDue(db), () => sendUnmined(sending, sendBefore)];
  await eachStep(steps);
}

/** Shows the reason on approved withdrawals while the signer is silent. */
async function explainSilence(db: Db): Promise<void> {
  if ((await signerHealth(db)).isSilent && (await payoutStopReason(db)) === null)
    await explain(db, await withdrawalsIn(db, 'approved'), SIGNER_IS_SILENT);
}

async function explain(db: Db, waiting: readonly WithdrawalRow[], reason: string): Promise<void> {
  const unexplained = waiting.filter((row) => row.reason !== reason);
  await eachAlone(unexplained, ({ id }) => inTransaction(db, (tx) => explainWait(tx, id, reason)));
}

const SIGNER_IS_SILENT = text('Waiting to be signed');

/**
 * Updates withdrawals from the applied chain, and books those that are deep enough. A withdrawal that cannot be booked waits for a review, and is tried
 * again in the next run. A failure delays none of the others.
 */
export async function confirmMined(db: Db): Promise<void> {
  await eachAlone(await staleWithdrawals(db), async ({ id, confirmations }) => {
    try {
      await inTransaction(db, (tx) => applyConfirmations(tx, id, confirmations));
    } catch (error) {
      // a lock that was held for long, or a lost connection, is no reason for a review
      if (!exceedsLimits(error) && !isOutage(error)) await inTransaction(db, (tx) => reviewUnbooked(tx, id));
      throw error;
    }
  });
}
