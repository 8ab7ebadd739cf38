import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, inTransaction } from '../db/pool.ts';
import { runTask } from '../jobs/queue.ts';
import { whyNothingLeaves } from '../litecoin/guards.reads.ts';
import { openSigner } from '../litecoin/signer.ts';
import type { Services } from '../services.ts';
import { approveRipe } from './approving.ts';
import { followChain } from './payouts.ts';
import { sendUnmined } from './sending.jobs.ts';
import { type Signing, signApproved } from './signing.jobs.ts';
import { chainNews } from './withdrawals.reads.ts';

const LOOK_EVERY_MS = 1_000;
const SEND_AGAIN_AFTER_MS = 60_000;

/**
 * The payer: signs, sends and confirms withdrawals until `signal` is aborted, looking every second and at once when one
 * is approved. All that it knows is in the database, so it may be killed anywhere and run more than once.
 */
export async function payWithdrawals(
  services: Pick<Services, 'config' | 'vault' | 'walletKeys' | 'db' | 'queue' | 'node' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const signing = openSigning(services);
  let wake = new AbortController();
  await runTask(services.queue, 'withdrawals.pay', 1, async () => wake.abort());
  // At its start everything unmined is sent again: what was signed or sent last may have been lost with the process.
  let sendBefore = new Date();
  while (!signal.aborted) {
    wake = new AbortController();
    try {
      await payOnce(signing, sendBefore);
      sendBefore = new Date(Date.now() - SEND_AGAIN_AFTER_MS);
    } catch (error) {
      services.log.error({ err: error }, 'withdrawals');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(
      () => undefined,
    );
  }
}

/** What signs and sends, with the seed opened. */
export function openSigning({
  config,
  vault,
  ...services
}: Pick<Services, 'config' | 'vault' | 'walletKeys' | 'db' | 'node' | 'log'>): Signing {
  const wallet = { file: config.keys.walletSeedFile, vault, network: config.litecoin.network };
  return { ...services, signer: openSigner(wallet) };
}

/**
 * One look: takes in what the chain says, approves what has waited long enough, signs what is approved, and sends what is signed or was last sent before
 * `sendBefore`. While something forbids that money leaves, the chain is taken in and that is all.
 */
export async function payOnce(signing: Signing, sendBefore: Date): Promise<void> {
  await confirmMined(signing.db);
  if ((await whyNothingLeaves(signing.db)) !== null) return;
  await inTransaction(signing.db, approveRipe);
  await signApproved(signing);
  await sendUnmined(signing, sendBefore);
}

/** Brings withdrawals to where the applied chain has them, and books those that are deep enough. */
export async function confirmMined(db: Db): Promise<void> {
  for (const { id, confirmations } of await chainNews(db)) {
    await inTransaction(db, (tx) => followChain(tx, id, confirmations));
  }
}
