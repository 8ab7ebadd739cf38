import { ageMsOf } from '../../platform/clock/ages.ts';
import { type Db, inTransaction, readClock } from '../../platform/db/pool.ts';
import { eachAlone, eachStep, repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { endDead } from '../withdrawals/ending.ts';
import {
  factsOfConflict,
  SEND_AGAIN_AFTER_MS,
  type Sending,
  submitToNode,
} from '../withdrawals/sending.jobs.ts';
import { watchReserves } from './reserve-floor.ts';
import { lastProof, type UnminedHouse, unminedHouse } from './treasury.reads.ts';
import { proveAndStore, recordSubmitted, requestDueSweep } from './treasury.ts';
import { reviewGone, reviewStuck } from './unmined-reviews.ts';

const POLL_EVERY_MS = 5_000;
const PROVE_EVERY_MS = 10 * 60_000;
const WATCH_EVERY_MS = 10_000;

/**
 * Sends sweeps, children and cancels, and proves the books on a schedule, until `signal` is aborted. Its state is in the
 * database, so it may be killed at any point and run in parallel.
 */
export async function runTreasury(
  { db, node, log }: Pick<Services, 'db' | 'node' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const watchWhenDue = reserveWatch({ db, log });
  // the first run sends every unmined payment, as in payWithdrawals()
  let sendAgainAfterMs = 0;
  const run = async () => {
    const now = await readClock(db);
    const sendBefore = new Date(now.getTime() - sendAgainAfterMs);
    sendAgainAfterMs = SEND_AGAIN_AFTER_MS;
    const work = [
      () => runTreasuryOnce({ db, node, log }, sendBefore),
      () => proveWhenDue({ db, log }, now),
      watchWhenDue,
    ];
    await eachStep(work);
  };
  await repeat(run, { everyMs: POLL_EVERY_MS, failed: 'treasury: run failed', log, signal });
}

/**
 * One run: requests due sweeps, opens reviews, and sends payments that are new or were last sent before `sendBefore`.
 * A failed step or payment delays none of the others. Their errors are thrown last.
 */
export async function runTreasuryOnce(sending: Sending, sendBefore: Date): Promise<void> {
  const { db } = sending;
  if ((await payoutStopReason(db)) !== null) return;
  const steps = [
    () => endDead(db),
    () => reviewStuck(db),
    () => reviewGone(db),
    () => requestDueSweep(db),
    () => sendHouse(sending, sendBefore),
  ];
  await eachStep(steps);
}

async function sendHouse(sending: Sending, sendBefore: Date): Promise<void> {
  await eachAlone(await unminedHouse(sending.db, sendBefore), (payment) => sendOne(sending, payment));
}

/**
 * Sends always the same bytes. A conflicting payment waits for a person; any other is sent again. So is a cancel: the
 * payment that it cancels may be in the node's mempool, and the chain decides between them.
 */
async function sendOne(sending: Sending, { txid, kind, hex, sentAt }: UnminedHouse): Promise<void> {
  const answer = await submitToNode(sending, { txid, hex });
  if (answer.kind === 'paused') return;
  if (answer.kind === 'accepted' || answer.kind === 'alreadyMined')
    return inTransaction(sending.db, (tx) => recordSubmitted(tx, txid, null));
  sending.log.warn({ txid, answer }, 'litecoin: the node rejected a house payment');
  const facts = kind === 'cancel' ? null : await factsOfConflict(sending, txid, answer);
  // a payment that the node never had is sent again in the next run
  if (facts || sentAt) await inTransaction(sending.db, (tx) => recordSubmitted(tx, txid, facts));
}

async function proveWhenDue({ db, log }: { db: Db; log: Services['log'] }, now: Date): Promise<void> {
  const last = await lastProof(db);
  if (last && ageMsOf(last.at, now) < PROVE_EVERY_MS) return;
  const differences = await proveAndStore(db);
  if (differences.length > 0) log.fatal({ differences }, 'treasury: the books do not balance');
}

/** Compares the reserves with their limit every ten seconds, and logs each new shortage once. */
function reserveWatch({ db, log }: { db: Db; log: Services['log'] }): () => Promise<void> {
  let watchedAt = Number.NEGATIVE_INFINITY;
  let logged = '';
  return async () => {
    if (performance.now() - watchedAt < WATCH_EVERY_MS) return;
    watchedAt = performance.now();
    const [shortage] = await watchReserves(db);
    if (shortage && shortage.text !== logged)
      log.fatal({ shortage: shortage.text }, 'treasury: low reserves');
    logged = shortage?.text ?? '';
  };
}
