import { type Robux, robux } from '@sterling/contract/money.ts';
import {
  type GamePlatform,
  type GameSession,
  GameTrouble,
  orNull,
  type PurchaseAnswer,
} from '../../../outside/game-platform.ts';
import { record } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { offSaleFor } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import { assignToSeller } from '../manual/manual.jobs.ts';
import { isEmergencyStopped } from '../placing/place.ts';
import type { Work } from '../work.reads.ts';
import { becomeUnclear, closeAttempt, markAttempt } from './attempts.ts';
import {
  type Attempt,
  complete,
  fail,
  lockOpen,
  type Order,
  postpone,
  reassign,
  retryLater,
} from './fulfilment.ts';
import { setOrderPrice } from './price.jobs.ts';
import {
  afterError,
  afterRefusal,
  checkBeforePaying,
  type Decision,
  MAY_NOT_BUY,
  NO_OTHER_ACCOUNT,
} from './purchase.rules.ts';

/** Buys an order's pass for the first time: check, mark, act, record. For a manual account, gives the order to the seller. */
export async function buy(services: OrderServices, work: Work): Promise<void> {
  const { order } = work;
  if (await isEmergencyStopped(services.db)) return waitForRestart(services, order);
  const obstacle = obstacleOf(work) ?? (await setOrderPrice(services, order));
  if (obstacle) return decide(services, order, obstacle);
  const session = await openRobloxSession(services, order.accountId);
  const { decision, balance } = await checkPurchase(services, work, session);
  if (decision.do !== 'pay') return decide(services, order, decision);
  if (work.fulfilment === 'manual') return assignToSeller(services, work, decision.price);
  const attempt = await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (still?.accountId !== order.accountId) return null;
    return markAttempt(tx, still, { priceRobux: decision.price, balanceBefore: balance });
  });
  if (attempt) await send(services, work, attempt, session);
}

/** Delays an order during an emergency stop. Attempts that were sent before are still reconciled. */
export async function waitForRestart({ db }: OrderServices, { id }: Order): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order) await postpone(tx, order, 2, 'stopped');
  });
}

/** The decision if the order cannot be bought now, or not by this account. Null: it can. */
function obstacleOf({ order, fulfilment, isBlocked, buyerIsStopped }: Work): Decision | null {
  if (buyerIsStopped) return { do: 'fail', reason: 'Your account or your wallet is stopped' };
  const atLast = { do: 'another-account', otherwise: NO_OTHER_ACCOUNT } as const;
  if (fulfilment === 'manual') return order.splitId ? atLast : null;
  if (!isBlocked) return null;
  return { do: 'retry', afterSeconds: 5, most: 6, why: 'other_order', atLast };
}

/** Reads the current pass and payer from Roblox, and decides whether to pay. */
export async function checkPurchase(
  services: OrderServices,
  { order, robloxUserId }: Work,
  session: GameSession,
): Promise<{ decision: Decision; balance: Robux }> {
  let balance = robux(0);
  try {
    balance = await services.game.robuxBalance(session);
    return { decision: await checkPass(services.game, { order, robloxUserId }, session, balance), balance };
  } catch (error) {
    return { decision: await decisionAfter(services, order, session, error), balance };
  }
}

async function checkPass(
  game: GamePlatform,
  { order, robloxUserId }: Pick<Work, 'order' | 'robloxUserId'>,
  session: GameSession,
  balance: Robux,
): Promise<Decision> {
  const passId = String(order.passId);
  const ordered = passOrdered(order);
  // The ownership of a deleted pass cannot be read.
  const [pass, owns] = await Promise.allSettled([
    game.gamepass(passId, session),
    game.ownsGamepass(robloxUserId, passId),
  ]);
  if (pass.status === 'rejected') throw pass.reason;
  if (!pass.value) return checkBeforePaying(ordered, null, { owns: false, balance });
  if (owns.status === 'rejected') throw owns.reason;
  const isAsOrdered = pass.value.priceRobux === order.robuxAmount;
  const common = isAsOrdered ? pass.value : await game.gamepass(passId);
  return checkBeforePaying(ordered, pass.value, { owns: owns.value, balance }, common?.priceRobux ?? null);
}

/** Sends a marked attempt and records its answer. After a lost answer the attempt is unclear and will be reconciled. */
export async function send(
  services: OrderServices,
  work: Work,
  attempt: Attempt,
  session: GameSession,
): Promise<void> {
  const { order } = work;
  const answer = await buyPass(services, order, attempt, session);
  if ('decision' in answer) return settle(services, work, attempt, answer.decision, answer.why);
  if (answer.kind === 'unclear') {
    return settle(services, work, attempt, { do: 'reconcile', why: answer.detail }, answer.detail);
  }
  const confirmed = await confirm(services, work, session);
  if (!confirmed)
    return settle(services, work, attempt, { do: 'reconcile', why: 'bought, not seen yet' }, 'bought');
  await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (still) await complete(tx, still, attempt, { ...confirmed, balanceAfter: answer.balanceAfter });
  });
}

type Answer =
  | Exclude<PurchaseAnswer, { kind: 'refused' }>
  | { readonly decision: Decision; readonly why: string };

async function buyPass(
  services: OrderServices,
  order: Order,
  attempt: Attempt,
  session: GameSession,
): Promise<Answer> {
  const purchase = {
    productId: String(order.productId),
    expectedPrice: attempt.priceRobux as Robux,
    idempotencyKey: attempt.idempotencyKey,
  };
  try {
    const answer = await services.game.buyGamepass(session, purchase);
    if (answer.kind !== 'refused') return answer;
    const { reason, shortfall } = answer;
    if (reason === 'TwoStepVerificationRequired') {
      throw new GameTrouble({ kind: 'challenge', type: 'twostepverification' }, 'purchase');
    }
    const decision = afterRefusal({ ...answer, reason }, { isRepeat: attempt.sendings > 1 });
    if (decision.do === 'fail') services.log.warn({ orderId: order.id, reason }, 'Roblox refused a purchase');
    const isShort = decision.do === 'another-account' && shortfall !== null;
    const balance = robux(Math.max(0, attempt.priceRobux - (shortfall ?? 0)));
    return { decision: isShort ? { ...decision, balance } : decision, why: reason };
  } catch (error) {
    const decision = await decisionAfter(services, order, session, error, MAY_NOT_BUY);
    return { decision, why: (error as GameTrouble).trouble.kind };
  }
}

/** The purchase token of Roblox's record, if it shows one. Null if the account does not own the pass yet. */
export async function confirm(
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

/** Records an attempt that bought nothing or whose result is unknown. */
async function settle(
  services: OrderServices,
  work: Work,
  attempt: Attempt,
  decision: Decision,
  why: string,
): Promise<void> {
  const { order } = work;
  if (decision.do !== 'reconcile') return decide(services, order, decision, { close: attempt, why });
  await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (still) await becomeUnclear(tx, still, attempt, why);
  });
}

/** Carries out a decision if the order still belongs to this account. Also closes an attempt that certainly bought nothing. */
export async function decide(
  { db, queue }: OrderServices,
  { id, accountId }: Order,
  decision: Decision,
  { close, why }: { close?: Attempt; why?: string } = {},
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order?.accountId !== accountId) return;
    if (close) await closeAttempt(tx, close, why ?? decision.do);
    const due = decision.do === 'retry' && order.tries >= decision.most ? decision.atLast : decision;
    if (due.do === 'retry') return retryLater(tx, order, due.afterSeconds, due.why);
    if (due.do === 'another-account') return reassign(tx, queue, order, due);
    if (due.do !== 'fail') throw new Error(`order ${id}: unexpected decision ${due.do}`);
    if (due.tellsStaff) {
      const after = { accountId, productId: order.productId, passId: order.passId, reason: why };
      await record(tx, { actorId: null, action: 'orders.refused', subjectId: id, after, reason: due.reason });
    }
    await fail(tx, order, due.reason);
  });
}

/** The decision after an error of Roblox. If the cookie was rotated meanwhile, the order is retried with the new one. */
async function decisionAfter(
  services: OrderServices,
  { accountId, tries }: Order,
  session: GameSession,
  error: unknown,
  ifCookieIsRefused = offSaleFor(error),
): Promise<Decision> {
  if (!(error instanceof GameTrouble)) throw error;
  const isRefused = error.trouble.kind === 'invalid_cookie';
  const decision = afterError(error.trouble, tries, isRefused ? ifCookieIsRefused : offSaleFor(error));
  if (!isRefused || decision.do !== 'another-account') return decision;
  const newer = await openRobloxSession(services, accountId);
  if (newer.cookie === session.cookie) return decision;
  return {
    do: 'retry',
    afterSeconds: 0,
    most: 2,
    why: 'session_renewed',
    atLast: decision,
  };
}

const passOrdered = (order: Order) => ({
  robuxAmount: order.robuxAmount,
  productId: String(order.productId),
  creatorType: order.creatorType,
  creatorTargetId: String(order.creatorTargetId),
});
