import { isBannedOrFrozen } from '../../../money/ledger/ledger.ts';
import { latestSending } from '../../../outside/game-platform/call.ts';
import type { GameSession } from '../../../outside/game-platform.ts';
import { isEmergencyStopped } from '../../../people/settings/settings.reads.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import { changeOpen, lockOpen } from '../order.ts';
import { type OpenAttempt, readWork, type Work } from '../work.reads.ts';
import { becomeUnclear, escalate, markAgain, recordCheck } from './attempts.ts';
import { carryOut } from './carrying-out.ts';
import { checkPurchase } from './check-before-paying.jobs.ts';
import { readEvidence } from './evidence.lookups.ts';
import { complete } from './outcomes.ts';
import { EFFECT_LIMITS, postponeDuringStop, readPurchaseToken, send } from './purchase.jobs.ts';
import {
  applyMaxTries,
  BUYER_BANNED_OR_FROZEN,
  type PurchaseDecision,
  toReassign,
} from './purchase.rules.ts';
import { type Finding, isQuiet, judge } from './reconcile.rules.ts';

/** Reconciles the order's open attempt, if there is one. */
export async function reconcileOpen(services: OrderServices, orderId: string): Promise<void> {
  const work = await readWork(services.db, orderId);
  if (work?.attempt) await reconcile(services, work, work.attempt);
}

/** A check of an attempt with a lost answer, in the session of the order's account. */
interface Check {
  readonly services: OrderServices;
  readonly work: Work;
  readonly attempt: OpenAttempt;
  readonly session: GameSession;
}

/**
 * Checks by ownership, balance and records what an attempt with a lost answer did, before anything else happens to its
 * order. The caller holds the account's lock.
 */
export async function reconcile(services: OrderServices, work: Work, attempt: OpenAttempt): Promise<void> {
  const { order } = work;
  if (attempt.state === 'marked') {
    await changeOpen(services.db, order, (tx, still) =>
      becomeUnclear(tx, still, attempt, { reason: 'the worker stopped', hasEnded: false }),
    );
  }
  const session = await openRobloxSession(services, order.accountId);
  const check: Check = { services, work, attempt, session };
  const finding = await look(check);
  // While staff decides, other orders change the account's balance, so only ownership counts.
  if (finding === 'not-bought' && attempt.holdsAccount) return tryAgain(check);
  await applyFinding(check, finding);
}

async function look({ services, work, attempt, session }: Check): Promise<Finding> {
  const evidence = await readEvidence(services, work, session);
  const finding = judge(attempt, evidence, services.effectLimits ?? EFFECT_LIMITS);
  services.log.info({ orderId: work.order.id, finding }, 'checked an unclear purchase');
  return finding;
}

/** Applies a finding: completes the order, escalates it, or schedules the next check. */
async function applyFinding({ services, work, attempt, session }: Check, finding: Finding): Promise<void> {
  const { order } = work;
  if (finding === 'bought') {
    const confirmed = (await readPurchaseToken(services, work, session)) ?? { purchaseToken: null };
    return changeOpen(services.db, order, (tx, still) =>
      complete(tx, still, attempt, { ...confirmed, balanceAfter: null }),
    );
  }
  await changeOpen(services.db, order, async (tx, still) => {
    if (finding === 'escalate' && still.status !== 'manual') return escalate(tx, still);
    await recordCheck(tx, still, attempt, nextCheck(attempt, finding));
  });
}

/**
 * Repeats an attempt that bought nothing, once, with the same key. After that the order is reassigned. If the check before the
 * payment meets trouble, the attempt stays open with its key. Before the attempt is closed or sent, its evidence is read once
 * more, because a late purchase may have taken effect meanwhile.
 */
async function tryAgain(check: Check): Promise<void> {
  const { services, attempt } = check;
  const { order } = check.work;
  const mayRepeat = attempt.sendings === 1 && order.status !== 'manual';
  if (mayRepeat && (await isEmergencyStopped(services.db))) return postponeDuringStop(services, order);
  const decided = applyMaxTries(mayRepeat ? await decideRepeat(check) : toReassign(), order);
  if (decided.action === 'retry') return carryOut(services, order, decided);
  const finding = await look(check);
  if (finding !== 'not-bought') return applyFinding(check, finding);
  if (decided.action !== 'pay') return carryOut(services, order, decided, { attempt, why: NO_EFFECT });
  if (await isEmergencyStopped(services.db)) return postponeDuringStop(services, order);
  await sendAgain(check);
}

const NO_EFFECT = 'the call had no effect';

/** Decides about a repeat. Another price needs another attempt, so the order waits for the first price. */
async function decideRepeat({ services, work, attempt, session }: Check): Promise<PurchaseDecision> {
  const { decision } = await checkPurchase(services, work, session);
  if (await isBannedOrFrozen(services.db, work.order.buyerId)) return BUYER_BANNED_OR_FROZEN;
  if (decision.action !== 'pay' || decision.price === attempt.priceRobux) return decision;
  return { action: 'retry', afterSeconds: 5, maxTries: 2, why: 'price_changed', atLast: toReassign() };
}

/** Sends an attempt again. A refusal is carried out only if the first sending has still bought nothing. */
async function sendAgain({ services, work, attempt, session }: Check): Promise<void> {
  const { order } = work;
  const sendUntil = latestSending();
  const marked = await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    return still && markAgain(tx, still, attempt);
  });
  if (!marked) return;
  const refused = await send(services, work, { ...marked, sendUntil }, session);
  if (refused?.decision.action === 'reassign' || refused?.decision.action === 'fail') {
    const evidence = await readEvidence(services, work, session);
    const { decision, why: reason } = refused;
    if (isQuiet({ ...marked, reason }, evidence))
      return carryOut(services, order, decision, { attempt: marked, why: reason });
  }
  await reconcileOpen(services, order.id);
}

const MAX_UNKNOWN_PAUSE_SECONDS = 25;

function nextCheck({ quietChecks, oddChecks, ageMs }: OpenAttempt, finding: Finding) {
  if (finding === 'quiet') return { quietChecks: quietChecks + 1, oddChecks: 0, afterSeconds: 2 };
  if (finding === 'odd') return { quietChecks: 0, oddChecks: oddChecks + 1, afterSeconds: 4 };
  if (finding === 'escalate') return { quietChecks: 0, oddChecks, afterSeconds: 60 };
  const afterSeconds = Math.min(Math.max(3, Math.floor(ageMs / 10_000)), MAX_UNKNOWN_PAUSE_SECONDS);
  return { quietChecks, oddChecks, afterSeconds };
}
