import { type GameSession, GameTrouble, orNull } from '../../../outside/game-platform.ts';
import { inTransaction, type Tx } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { offSaleFor } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import { isEmergencyStopped } from '../placing/place.ts';
import { type OpenAttempt, readWork, type Work } from '../work.reads.ts';
import { becomeUnclear, escalate, markAgain, recordCheck } from './attempts.ts';
import { complete, lockOpen, type Order } from './fulfilment.ts';
import { checkPurchase, confirm, decide, send, waitForRestart } from './purchase.jobs.ts';
import { NO_OTHER_ACCOUNT } from './purchase.rules.ts';
import { type Evidence, type Finding, judge } from './reconcile.rules.ts';

/** Reconciles the order's open attempt, if there is one. */
export async function reconcileOpen(services: OrderServices, orderId: string): Promise<void> {
  const work = await readWork(services.db, orderId);
  if (work?.attempt) await reconcile(services, work, work.attempt);
}

/**
 * Checks by ownership, balance and records what an attempt with a lost answer did, before anything else happens to its
 * order. The caller holds the account's lock.
 */
export async function reconcile(services: OrderServices, work: Work, attempt: OpenAttempt): Promise<void> {
  const { db } = services;
  const { order } = work;
  if (attempt.state === 'marked') {
    await onOrder(services, order, (tx, still) => becomeUnclear(tx, still, attempt, 'the worker stopped'));
  }
  const session = await openRobloxSession(services, order.accountId);
  const evidence = await readEvidence(services, work, session);
  const finding = judge(attempt, evidence, services.settleMs);
  services.log.info({ orderId: order.id, finding }, 'checked an unclear purchase');
  if (finding === 'not-bought') return tryAgain(services, work, attempt, session);
  if (finding === 'bought') {
    const confirmed = (await confirm(services, work, session)) ?? { purchaseToken: null };
    return onOrder(services, order, (tx, still) =>
      complete(tx, still, attempt, { ...confirmed, balanceAfter: null }),
    );
  }
  await inTransaction(db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (!still) return;
    if (finding === 'escalate' && still.status !== 'manual') return escalate(tx, still);
    await recordCheck(tx, still, attempt, nextCheck(attempt, finding));
  });
}

/** Repeats an attempt that certainly bought nothing, once, with the same key. After that the order is reassigned. */
async function tryAgain(
  services: OrderServices,
  work: Work,
  attempt: OpenAttempt,
  session: GameSession,
): Promise<void> {
  const { order } = work;
  const close = { close: attempt, why: 'the call had no effect' };
  if (attempt.sendings > 1 || order.status === 'manual') {
    return decide(services, order, { do: 'another-account', otherwise: NO_OTHER_ACCOUNT }, close);
  }
  if (await isEmergencyStopped(services.db)) return waitForRestart(services, order);
  const { decision } = await checkPurchase(services, work, session);
  if (decision.do !== 'pay') return decide(services, order, decision, close);
  if (decision.price !== attempt.priceRobux) {
    return decide(
      services,
      order,
      {
        do: 'retry',
        afterSeconds: 0,
        most: 2,
        why: 'price_changed',
        atLast: { do: 'another-account', otherwise: NO_OTHER_ACCOUNT },
      },
      close,
    );
  }
  const marked = await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    return still && markAgain(tx, still, attempt);
  });
  if (!marked) return;
  await send(services, work, marked, session);
  await reconcileOpen(services, order.id);
}

/** Ownership is public and is sufficient proof. Balance and records are read only if the account does not own the pass. */
async function readEvidence(
  { game }: OrderServices,
  { order, robloxUserId }: Work,
  session: GameSession,
): Promise<Evidence> {
  const passId = String(order.passId);
  const owns = await orNull(game.ownsGamepass(robloxUserId, passId));
  if (owns !== false) return { owns, balance: null, hasRecord: null };
  try {
    const balance = await game.robuxBalance(session);
    const records = await game.recentPurchases(session, robloxUserId);
    return { owns, balance, hasRecord: records.some((record) => record.passId === passId) };
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    return { owns, balance: null, hasRecord: null, isRefused: offSaleFor(error) !== null };
  }
}

const MAX_UNKNOWN_PAUSE_SECONDS = 25;

function nextCheck({ quietChecks, oddChecks, ageMs }: OpenAttempt, finding: Finding) {
  if (finding === 'quiet') return { quietChecks: quietChecks + 1, oddChecks: 0, afterSeconds: 2 };
  if (finding === 'odd') return { quietChecks: 0, oddChecks: oddChecks + 1, afterSeconds: 4 };
  if (finding === 'escalate') return { quietChecks: 0, oddChecks, afterSeconds: 60 };
  const afterSeconds = Math.min(Math.max(3, Math.floor(ageMs / 10_000)), MAX_UNKNOWN_PAUSE_SECONDS);
  return { quietChecks, oddChecks, afterSeconds };
}

function onOrder(
  { db }: OrderServices,
  { id }: Order,
  work: (tx: Tx, order: Order) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order) await work(tx, order);
  });
}
