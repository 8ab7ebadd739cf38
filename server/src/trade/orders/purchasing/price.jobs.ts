import { robux } from '@sterling/contract/money.ts';
import type { GamePlatform, GameSession } from '../../../outside/game-platform.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { orderCookieContext } from '../../../supply/roblox-accounts/order-cookies.ts';
import type { Order } from '../order.ts';
import { replaceCookieEverywhere } from '../rotated-cookies.ts';
import { hasOpenParts, wholeId } from '../split/parts.ts';
import { wipeCookie } from './outcomes.ts';
import { later, NO_EXPERIENCE, setPriceIn } from './price.lookups.ts';
import type { PurchaseDecision } from './purchase.rules.ts';

/**
 * Sets the pass's price to the order's amount with the buyer's cookie, if one is stored, and deletes the cookie once no
 * part of the order needs it. Returns null, or the decision if the price could not be set.
 */
export async function setOrderPrice(services: OrderServices, order: Order): Promise<PurchaseDecision | null> {
  const { db, vault } = services;
  const kept = await db
    .selectFrom('orderCookies')
    .where('orderId', '=', wholeId(order))
    .select('sealedCookie')
    .executeTakeFirst();
  if (!kept) return null;
  const session: GameSession = {
    cookie: vault.open(kept.sealedCookie, orderCookieContext(wholeId(order))),
    csrf: null,
    proxyUrl: null,
    rotated: (cookie) => replaceCookieEverywhere(services, order.buyerId, session.cookie, cookie),
  };
  const decision = await setPriceOf(services.game, session, order);
  if (await isDoneWithCookie(db, order, decision)) await inTransaction(db, (tx) => wipeCookie(tx, order));
  return decision;
}

/** Whether there is neither a retry nor another open part that needs the cookie. */
async function isDoneWithCookie(db: Db, order: Order, decision: PurchaseDecision | null): Promise<boolean> {
  if (decision?.action === 'retry' && order.tries < decision.maxTries) return false;
  return decision !== null || !(await hasOpenParts(db, order));
}

/** The experience was searched for before the account was locked (`experience.jobs.ts`). Without an answer it is searched for again. */
async function setPriceOf(
  game: GamePlatform,
  session: GameSession,
  order: Order,
): Promise<PurchaseDecision | null> {
  const { passId, robuxAmount, universeId, experienceSoughtAt } = order;
  if (universeId === null) return experienceSoughtAt ? NO_EXPERIENCE : later('no_answer');
  const wanted = { passId: String(passId), universeId: String(universeId), price: robux(robuxAmount) };
  return setPriceIn(game, session, wanted);
}
