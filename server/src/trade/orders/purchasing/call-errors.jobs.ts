import { type GameSession, GameTrouble, type Trouble } from '../../../outside/game-platform.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { PROXY_DOWN } from '../../../supply/proxies/proxies.rules.ts';
import { offSaleFor } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import type { Order } from '../order.ts';
import { lastWaitReason } from '../timeline.ts';
import { afterError } from './answers.rules.ts';
import type { PurchaseDecision } from './purchase.rules.ts';

/**
 * The decision after an error of Roblox. If the cookie was rotated meanwhile, the order is retried with the new one. A proxy is
 * blamed only while Roblox answers direct calls, and the second time in a row the order is reassigned.
 */
export async function decisionAfter(
  services: OrderServices,
  order: Order,
  session: GameSession,
  error: unknown,
  ifCookieIsRefused = offSaleFor(error),
): Promise<PurchaseDecision> {
  if (!(error instanceof GameTrouble)) throw error;
  const trouble = await withoutOutage(services, error.trouble);
  const isRefused = trouble.kind === 'invalid_cookie';
  const decision = afterError(trouble, order.tries, isRefused ? ifCookieIsRefused : offSaleFor(error));
  if (trouble.kind === 'proxy' && decision.action === 'retry') {
    const isSecond = (await lastWaitReason(services.db, order.id)) === decision.why;
    if (isSecond || (await isOffSaleForProxy(services.db, order.accountId))) return decision.atLast;
    return { ...decision, maxTries: order.tries + 1 };
  }
  if (!isRefused || decision.action !== 'reassign') return decision;
  const newer = await openRobloxSession(services, order.accountId);
  if (newer.cookie === session.cookie) return decision;
  return { action: 'retry', afterSeconds: 0, maxTries: 2, why: 'session_renewed', atLast: decision };
}

/** Whether the account is off sale already because its proxy is down. Its other orders then need no second try. */
async function isOffSaleForProxy(db: Db, accountId: string): Promise<boolean> {
  const { statusReason } = await db
    .selectFrom('robloxAccounts')
    .where('id', '=', accountId)
    .select('statusReason')
    .executeTakeFirstOrThrow();
  return statusReason === PROXY_DOWN;
}

/** A call through a proxy also fails when Roblox answers nobody. */
async function withoutOutage({ game }: OrderServices, trouble: Trouble): Promise<Trouble> {
  if (trouble.kind !== 'proxy' || (await game.isAnswering())) return trouble;
  return { kind: 'unavailable' };
}
