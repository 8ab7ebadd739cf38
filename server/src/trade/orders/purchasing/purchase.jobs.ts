import { type Robux, robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { isBannedOrFrozen } from '../../../money/ledger/ledger.ts';
import { latestSending, MAX_CALL_MS, MAX_UNTIL_SENDING_MS } from '../../../outside/game-platform/call.ts';
import {
  type GameSession,
  GameTrouble,
  orNull,
  type PurchaseAnswer,
} from '../../../outside/game-platform.ts';
import { isEmergencyStopped } from '../../../people/settings/settings.reads.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import { assignToSeller } from '../manual/manual.jobs.ts';
import { type Attempt, changeOpen, lockOpen, type Order } from '../order.ts';
import { lastWaitReason } from '../timeline.ts';
import type { Work } from '../work.reads.ts';
import { afterRefusal } from './answers.rules.ts';
import { becomeUnclear, lastRefused, markAttempt, reopen } from './attempts.ts';
import { decisionAfter } from './call-errors.jobs.ts';
import { carryOut, type Refused } from './carrying-out.ts';
import { checkPurchase } from './check-before-paying.jobs.ts';
import { readEvidence } from './evidence.lookups.ts';
import { complete, postpone } from './outcomes.ts';
import { setOrderPrice } from './price.jobs.ts';
import { BUYER_BANNED_OR_FROZEN, MAY_NOT_BUY, type PurchaseDecision, toReassign } from './purchase.rules.ts';
import { type EffectLimits, tookEffect } from './reconcile.rules.ts';

/** Buys an order's pass for the first time: check, mark, act, record. For a manual account, gives the order to the seller. */
export async function buy(services: OrderServices, found: Work): Promise<void> {
  if (await keepBack(services, found.order)) return;
  const obstacle = obstacleOf(found);
  if (obstacle) return carryOut(services, found.order, obstacle);
  const order = await startTriesAfterBlock(services.db, found.order);
  const work = { ...found, order };
  const unpriced = await setOrderPrice(services, order);
  if (unpriced) return carryOut(services, order, unpriced);
  const session = await openRobloxSession(services, order.accountId);
  if (await reopenIfBought(services, work, session)) return;
  const { decision, balance } = await checkPurchase(services, work, session);
  if (decision.action !== 'pay') return carryOut(services, order, decision);
  // the check may have taken half a minute
  if (await keepBack(services, order)) return;
  if (work.fulfilment === 'manual')
    return assignToSeller(services, work, { priceRobux: decision.price, balanceBefore: balance });
  const sendUntil = latestSending();
  const attempt = await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (still?.accountId !== order.accountId) return null;
    return markAttempt(tx, still, { priceRobux: decision.price, balanceBefore: balance });
  });
  if (attempt) await send(services, work, { ...attempt, sendUntil }, session);
}

/** Opens the order's refused attempt with this account again if it took effect after all. Returns whether it did. */
async function reopenIfBought(services: OrderServices, work: Work, session: GameSession): Promise<boolean> {
  const refused = await lastRefused(services.db, work.order);
  if (!refused || !tookEffect(refused, await readEvidence(services, work, session))) return false;
  await changeOpen(services.db, work.order, (tx, still) => reopen(tx, still, refused));
  return true;
}

/** Postpones an order during an emergency stop, and fails one whose buyer is banned or frozen. Returns whether it did either. */
async function keepBack(services: OrderServices, order: Order): Promise<boolean> {
  if (await isEmergencyStopped(services.db)) {
    await postponeDuringStop(services, order);
    return true;
  }
  if (!(await isBannedOrFrozen(services.db, order.buyerId))) return false;
  await carryOut(services, order, BUYER_BANNED_OR_FROZEN);
  return true;
}

/** Delays an order during an emergency stop. Attempts that were sent before are still reconciled. */
export const postponeDuringStop = ({ db }: OrderServices, order: Order): Promise<void> =>
  changeOpen(db, order, (tx, still) => postpone(tx, still, 2, 'stopped'));

/** The decision if the order cannot be bought now, or not by this account. Null: it can. */
function obstacleOf({ order, fulfilment, isBlocked, isPassTaken }: Work): PurchaseDecision | null {
  if (isPassTaken) return toReassign();
  if (fulfilment === 'manual') return order.splitId ? toReassign() : null;
  return isBlocked ? { action: 'retry', ...BLOCKED, why: 'other_order', atLast: toReassign() } : null;
}

/** The order, whose tries start again if it was blocked last. Waits for another order say nothing about its own purchase. */
async function startTriesAfterBlock(db: Db, order: Order): Promise<Order> {
  if (order.tries === 0 || (await lastWaitReason(db, order.id)) !== 'other_order') return order;
  await changeOpen(db, order, async (tx) => {
    await tx.updateTable('orders').set({ tries: 0 }).where('id', '=', order.id).execute();
  });
  return { ...order, tries: 0 };
}

/** How long Roblox, or a proxy, may take to act on a purchase after its call has ended. */
const MARGIN_MS = 20_000;

/** How long a purchase without a clear answer may still take effect. */
export const EFFECT_LIMITS: EffectLimits = { afterCallMs: MARGIN_MS, afterMarkMs: MAX_CALL_MS + MARGIN_MS };

const BLOCKED_SECONDS = 5;
/** An order waits until an unclear purchase of its account and its repeat are decided. It waits no longer while Roblox is silent. */
const BLOCKED = {
  afterSeconds: BLOCKED_SECONDS,
  maxTries: Math.ceil((2 * EFFECT_LIMITS.afterMarkMs) / 1_000 / BLOCKED_SECONDS) + 1,
};

/** A marked attempt. `sendUntil` is the last moment at which it may be sent, by `performance.now()`. */
export interface MarkedAttempt extends Attempt {
  readonly sendUntil: number;
}

/**
 * Sends a marked attempt and records its answer. An attempt whose answer was lost, or that took effect despite a refusal, is unclear
 * and will be reconciled. A refusal of a repeat proves nothing about the first sending, so the attempt is unclear too, and the
 * refusal is returned.
 */
export async function send(
  services: OrderServices,
  work: Work,
  attempt: MarkedAttempt,
  session: GameSession,
): Promise<Refused | null> {
  const { order } = work;
  const answer = await buyPass(services, order, attempt, session);
  if (answer.kind === 'refused') return recordRefusal(services, work, attempt, session, answer);
  if (answer.kind === 'unclear') {
    await loseAnswer(services, order, attempt, answer.detail);
    return null;
  }
  const confirmed = await readPurchaseToken(services, work, session);
  if (!confirmed) await loseAnswer(services, order, attempt, 'bought');
  else
    await changeOpen(services.db, order, (tx, still) =>
      complete(tx, still, attempt, { ...confirmed, balanceAfter: answer.balanceAfter }),
    );
  return null;
}

type RefusedAnswer = Refused & { readonly kind: 'refused' };

/** Sends the purchase. A refusal and a failed call come back as a decision. */
async function buyPass(
  services: OrderServices,
  order: Order,
  attempt: MarkedAttempt,
  session: GameSession,
): Promise<Exclude<PurchaseAnswer, { kind: 'refused' }> | RefusedAnswer> {
  const purchase = {
    productId: String(order.productId),
    expectedPrice: attempt.priceRobux as Robux,
    idempotencyKey: attempt.idempotencyKey,
    maySend: () => mayStillSend(services.db, order, attempt),
  };
  const answer = await services.game.buyGamepass(session, purchase).catch((error: unknown) => ({ error }));
  if ('error' in answer) return afterFailedCall(services, order, session, answer.error);
  if (answer.kind !== 'refused') return answer;
  const { reason, restriction, shortfall } = answer;
  if (reason === 'TwoStepVerificationRequired') {
    const challenge = new GameTrouble({ kind: 'challenge', type: 'twostepverification' }, 'purchase');
    return afterFailedCall(services, order, session, challenge);
  }
  const decision = afterRefusal({ reason, restriction }, { isRepeat: attempt.sendings > 1 });
  if (decision.action === 'fail')
    services.log.warn({ orderId: order.id, reason }, 'Roblox refused a purchase');
  const isShort = decision.action === 'reassign' && shortfall !== null;
  const balance = robux(Math.max(0, attempt.priceRobux - (shortfall ?? 0)));
  return { kind: 'refused', decision: isShort ? { ...decision, balance } : decision, why: reason };
}

async function afterFailedCall(
  services: OrderServices,
  order: Order,
  session: GameSession,
  error: unknown,
): Promise<RefusedAnswer> {
  const decision = await decisionAfter(services, order, session, error, MAY_NOT_BUY);
  const { trouble, wasSent } = error as GameTrouble;
  return { kind: 'refused', decision, why: trouble.kind, wasSent };
}

/** Closes an attempt whose only sending was refused, unless Roblox shows that it took effect all the same. */
async function recordRefusal(
  services: OrderServices,
  work: Work,
  attempt: MarkedAttempt,
  session: GameSession,
  { decision, why, wasSent = true }: Refused,
): Promise<Refused | null> {
  const { order } = work;
  const mayClose = attempt.sendings === 1 && decision.action !== 'reconcile';
  if (mayClose && !(wasSent && tookEffect(attempt, await readEvidence(services, work, session)))) {
    await carryOut(services, order, decision, { attempt, why, wasSent });
    return null;
  }
  await loseAnswer(services, order, attempt, why);
  return { decision, why };
}

/**
 * Whether a marked attempt may still be sent: nothing keeps it back, its time is not over, and no other worker has taken it over.
 * The clock of this process is not enough, because it stands still on a suspended machine.
 */
async function mayStillSend(
  db: Db,
  { buyerId }: Order,
  { id, sendings, sendUntil }: MarkedAttempt,
): Promise<boolean> {
  if ((await isEmergencyStopped(db)) || (await isBannedOrFrozen(db, buyerId))) return false;
  const mine = await db
    .selectFrom('purchaseAttempts')
    .where('id', '=', id)
    .where('sendings', '=', sendings)
    .where('state', '=', 'marked')
    .where(
      'markedAt',
      '>',
      sql<Date>`clock_timestamp() - make_interval(secs => ${MAX_UNTIL_SENDING_MS / 1_000})`,
    )
    .select('id')
    .executeTakeFirst();
  return mine !== undefined && performance.now() <= sendUntil;
}

/** The purchase token of Roblox's record, if it shows one. Null if the account does not own the pass yet. */
export async function readPurchaseToken(
  { game }: OrderServices,
  { order, robloxUserId }: Work,
  session: GameSession,
): Promise<{ purchaseToken: string | null } | null> {
  const passId = String(order.passId);
  const [owns, records] = await Promise.all([
    orNull(game.ownsGamepass(robloxUserId, passId)),
    orNull(game.recentPurchases(session, robloxUserId)),
  ]);
  if (!owns) return null;
  return { purchaseToken: records?.find((one) => one.passId === passId)?.token ?? null };
}

const loseAnswer = ({ db }: OrderServices, order: Order, attempt: Attempt, why: string): Promise<void> =>
  changeOpen(db, order, (tx, still) => becomeUnclear(tx, still, attempt, { reason: why, hasEnded: true }));
