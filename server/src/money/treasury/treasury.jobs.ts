import { ageMsOf } from '../../platform/clock/ages.ts';
import { type Db, inTransaction, readClock, sessionLocksOf } from '../../platform/db/pool.ts';
import { eachAlone, eachStep, repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { endDead } from '../withdrawals/ending.ts';
import { factsOfConflict, openSendBefore, type Sending, submitToNode } from '../withdrawals/sending.jobs.ts';
import { pauseAfterProof } from './proofs.rules.ts';
import { watchReserves } from './reserve-floor.ts';
import { requestDueSweep } from './sweeps.ts';
import { lastProof, type UnminedHouse, unminedHouse } from './treasury.reads.ts';
import { proveAndStore, recordSubmitted } from './treasury.ts';
import { reviewGone, reviewStuck } from './unmined-reviews.ts';

const POLL_EVERY_MS = 5_000;
const WATCH_EVERY_MS = 10_000;

type Needed = Pick<Services, 'db' | 'node' | 'log'>;

/**
 * Sends sweeps, children and cancels, watches the reserves, and proves the books on a schedule, until `signal` is aborted. Its
 * state is in the database, so it may be killed at any point and run in parallel.
 */
export async function runTreasury({ db, node, log }: Needed, signal: AbortSignal): Promise<void> {
  const follow = (step: () => Promise<unknown>, everyMs: number, failed: string) =>
    repeat(step, { everyMs, failed, log, signal });
  // a proof takes minutes after months of history, and a payment waits for the node
  await Promise.all([
    follow(sender({ db, node, log }), POLL_EVERY_MS, 'treasury: run failed'),
    follow(reserveWatch({ db, log }), WATCH_EVERY_MS, 'treasury: could not watch the reserves'),
    follow(() => proveWhenDue({ db, log }, signal), POLL_EVERY_MS, 'treasury: could not prove the books'),
  ]);
}

function sender(sending: Needed): () => Promise<void> {
  const sendBefore = openSendBefore(sending.db);
  const rejections: Rejections = new Map();
  return async () => runTreasuryOnce(sending, await sendBefore(), rejections);
}

/** The last answer that was logged about each payment that the node has not taken, by txid. */
type Rejections = Map<string, string>;

/**
 * One run: ends payments that can never be mined, requests due sweeps, opens reviews, and sends payments that are new or were last sent before `sendBefore`.
 * A failed step or payment delays none of the others. Their errors are thrown last. A rejection that is in `rejections` is not logged
 * again.
 */
export async function runTreasuryOnce(
  sending: Sending,
  sendBefore: Date,
  rejections: Rejections = new Map(),
): Promise<void> {
  const { db } = sending;
  if ((await payoutStopReason(db)) !== null) return;
  const steps = [
    // the withdrawals do this too; here it comes before the reviews, which need not open then
    () => endDead(db),
    () => reviewStuck(db),
    () => reviewGone(db),
    () => requestDueSweep(db),
    () => sendHouse(sending, sendBefore, rejections),
  ];
  await eachStep(steps);
}

async function sendHouse(sending: Sending, sendBefore: Date, rejections: Rejections): Promise<void> {
  await eachAlone(await unminedHouse(sending.db, sendBefore), (payment) =>
    sendOne(sending, payment, rejections),
  );
}

/**
 * Sends always the same bytes. A conflicting payment waits for a person; any other is sent again. So is a cancel: the
 * payment that it cancels may be in the node's mempool, and the chain decides between them.
 */
async function sendOne(
  sending: Sending,
  { txid, kind, hex, sentAt }: UnminedHouse,
  rejections: Rejections,
): Promise<void> {
  const answer = await submitToNode(sending, { txid, hex });
  if (answer.kind === 'paused') return;
  if (answer.kind === 'accepted' || answer.kind === 'alreadyMined') {
    rejections.delete(txid);
    return inTransaction(sending.db, (tx) => recordSubmitted(tx, txid, null));
  }
  const said = JSON.stringify(answer);
  if (rejections.get(txid) !== said)
    sending.log.warn({ txid, answer }, 'litecoin: the node rejected an internal transfer');
  rejections.set(txid, said);
  const facts = kind === 'cancel' ? null : await factsOfConflict(sending, txid, answer);
  // a payment that the node never had is sent again in the next run
  if (facts || sentAt) await inTransaction(sending.db, (tx) => recordSubmitted(tx, txid, facts));
}

/** Only one process proves at the same time. */
async function proveWhenDue({ db, log }: Pick<Needed, 'db' | 'log'>, signal: AbortSignal): Promise<void> {
  if (!(await isProofDue(db))) return;
  await sessionLocksOf(db).run('proof of the books', async (fence) => {
    const fenced = db.withPlugin(fence);
    // another process may have proved them just now
    if (!(await isProofDue(fenced))) return;
    const differences = await proveAndStore(fenced, signal);
    if (differences.length > 0) log.fatal({ differences }, 'treasury: the books do not balance');
  });
}

async function isProofDue(db: Db): Promise<boolean> {
  const last = await lastProof(db);
  return !last || ageMsOf(last.at, await readClock(db)) >= pauseAfterProof(last.tookMs);
}

/** Compares the reserves with their limit, and logs each new shortage once. */
function reserveWatch({ db, log }: Pick<Needed, 'db' | 'log'>): () => Promise<void> {
  let logged = '';
  return async () => {
    const [shortage] = await watchReserves(db);
    if (shortage && shortage.text !== logged)
      log.fatal({ shortage: shortage.text }, 'treasury: low reserves');
    logged = shortage?.text ?? '';
  };
}
