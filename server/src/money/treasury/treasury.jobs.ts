import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { payoutBlockReason } from '../litecoin/guards.reads.ts';
import { factsOfConflict, giveToNode, type Sending } from '../withdrawals/sending.jobs.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { signChildren } from './children.jobs.ts';
import { signWaitingSweep } from './sweeping.jobs.ts';
import { lastProof, type UnminedHouse, unminedHouse } from './treasury.reads.ts';
import { proveAndKeep, recordGiven, requestDueSweep } from './treasury.ts';

const LOOK_EVERY_MS = 500;
const SEND_AGAIN_AFTER_MS = 60_000;
const PROVE_EVERY_MS = 10 * 60_000;

/**
 * Sends sweeps and what speeds up the stuck, and proves the books on a schedule until `signal` is aborted. All that it
 * knows is in the database, so it may be killed anywhere and run more than once.
 */
export async function keepTreasury(
  { db, node, log }: Pick<Services, 'db' | 'node' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let sendBefore = new Date();
  let trouble: string | null = null;
  while (!signal.aborted) {
    try {
      await keepOnce({ db, node, log }, sendBefore);
      await proveWhenDue({ db, log }, new Date());
      sendBefore = new Date(Date.now() - SEND_AGAIN_AFTER_MS);
      trouble = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== trouble) log.error({ err: error }, 'treasury');
      trouble = message;
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One look: sends what is signed or was last sent before `sendBefore`, and, where the seed is at hand, signs what waits before. */
export async function keepOnce(keeping: Sending | Signing, sendBefore: Date): Promise<void> {
  if ((await payoutBlockReason(keeping.db)) !== null) return;
  await requestDueSweep(keeping.db);
  if ('signer' in keeping) await signHouse(keeping);
  for (const payment of await unminedHouse(keeping.db, sendBefore)) {
    await sendOne(keeping, payment).catch((error: unknown) => {
      // one in trouble must not keep the others waiting
      keeping.log.error({ err: error, txid: payment.txid }, 'a transaction of the house was not sent');
    });
  }
}

/** Signs the sweep that waits and children of what is stuck; nothing is sent. */
export async function signHouse(signing: Signing): Promise<void> {
  await signWaitingSweep(signing);
  await signChildren(signing);
}

/** Always the same bytes. What the node cannot take any longer waits for a person; everything else is sent again. */
async function sendOne(sending: Sending, { txid, hex, sentAt }: UnminedHouse): Promise<void> {
  const answer = await giveToNode(sending, { txid, hex });
  if (answer.kind === 'accepted' || answer.kind === 'alreadyMined')
    return recordGiven(sending.db, txid, null);
  sending.log.warn({ txid, answer }, 'the litecoin node did not take a transaction of the house');
  const isConflict = answer.kind === 'missingInputs' || answer.kind === 'conflict';
  const facts = isConflict ? await factsOfConflict(sending, { txid, hex }, answer) : null;
  // one that the node never had is sent again with the next look
  if (facts || sentAt) await recordGiven(sending.db, txid, facts);
}

async function proveWhenDue({ db, log }: { db: Db; log: Services['log'] }, now: Date): Promise<void> {
  const last = await lastProof(db);
  if (last && now.getTime() - last.at.getTime() < PROVE_EVERY_MS) return;
  const differences = await proveAndKeep(db);
  if (differences.length > 0) log.fatal({ differences }, 'the books do not balance');
}
