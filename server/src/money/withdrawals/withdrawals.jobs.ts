import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { runTask } from '../../platform/jobs/queue.ts';
import type { Services } from '../../services.ts';
import { payoutBlockReason } from '../litecoin/guards.reads.ts';
import { signerHealth } from '../signer/signer.reads.ts';
import { approveRipe } from './approving.ts';
import { followChain } from './payouts.ts';
import { type Sending, sendUnmined } from './sending.jobs.ts';
import { type Signing, signApproved } from './signing.jobs.ts';
import { approvedWithdrawals, chainNews } from './withdrawals.reads.ts';
import { explainWait } from './withdrawals.ts';

const LOOK_EVERY_MS = 500;
const SEND_AGAIN_AFTER_MS = 60_000;

/**
 * The payer: sends and confirms withdrawals that the signer has signed, until `signal` is aborted, looking twice a
 * second. All that it knows is in the database, so it may be killed anywhere and run more than once.
 */
export async function payWithdrawals(
  { db, node, log, queue }: Pick<Services, 'db' | 'queue' | 'node' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let wake = new AbortController();
  await runTask(queue, 'withdrawals.pay', 1, async () => wake.abort());
  // At its start everything unmined is sent again: what was signed or sent last may have been lost with the process.
  let sendBefore = new Date();
  while (!signal.aborted) {
    wake = new AbortController();
    try {
      await payOnce({ db, node, log }, sendBefore);
      sendBefore = new Date(Date.now() - SEND_AGAIN_AFTER_MS);
      await explainSilence(db);
    } catch (error) {
      log.error({ err: error }, 'withdrawals');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(
      () => undefined,
    );
  }
}

/**
 * One look: takes in what the chain says, approves what has waited long enough, sends what is signed or was last sent
 * before `sendBefore`, and, where the seed is at hand, signs what is approved before. While something forbids that
 * money leaves, the chain is taken in and that is all.
 */
export async function payOnce(paying: Sending | Signing, sendBefore: Date): Promise<void> {
  await confirmMined(paying.db);
  if ((await payoutBlockReason(paying.db)) !== null) return;
  await inTransaction(paying.db, approveRipe);
  if ('signer' in paying) await signApproved(paying);
  await sendUnmined(paying, sendBefore);
}

/** Says it where people look, when what is approved waits for a signer that does not answer. */
async function explainSilence(db: Db): Promise<void> {
  if (!(await signerHealth(db)).isSilent) return;
  for (const { id } of await approvedWithdrawals(db))
    await inTransaction(db, (tx) => explainWait(tx, id, SIGNER_IS_SILENT));
}

const SIGNER_IS_SILENT = 'It waits to be signed: the signer does not answer at the moment';

/** Brings withdrawals to where the applied chain has them, and books those that are deep enough. */
export async function confirmMined(db: Db): Promise<void> {
  for (const { id, confirmations } of await chainNews(db)) {
    await inTransaction(db, (tx) => followChain(tx, id, confirmations));
  }
}
