import { type Robux, robux } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import {
  type GamePlatform,
  type GameSession,
  GameTrouble,
  type PriceSetAnswer,
} from '../../../outside/game-platform.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import type { WaitReason } from '../order-events.rules.ts';
import { cookieContext } from '../placing/place.ts';
import { hasOpenParts, wholeId } from '../split/parts.ts';
import { type Order, wipeCookie } from './fulfilment.ts';
import { GONE, type PurchaseDecision, toFail } from './purchase.rules.ts';

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
    cookie: vault.open(kept.sealedCookie, cookieContext(wholeId(order))),
    csrf: null,
    proxyUrl: null,
    rotated: async (cookie) => {
      const sealedCookie = vault.seal(cookie, cookieContext(wholeId(order)));
      await db
        .updateTable('orderCookies')
        .set({ sealedCookie })
        .where('orderId', '=', wholeId(order))
        .execute();
    },
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
  return orDecision(async () => {
    const wanted = {
      passId: String(passId),
      universeId: String(universeId),
      price: robux(robuxAmount),
    };
    return decisionOn(await game.setGamepassPrice(session, wanted));
  });
}

interface PriceToSet {
  readonly passId: string;
  readonly ownerId: string;
  readonly price: Robux;
}

/** Finds a pass's experience and sets its price with its owner's session. Returns null, or the decision if the price could not be set. */
export async function setPassPrice(
  game: GamePlatform,
  session: GameSession,
  { passId, ownerId, price }: PriceToSet,
): Promise<PurchaseDecision | null> {
  return orDecision(async () => {
    const experience = await game.experienceOfGamepass(ownerId, passId);
    if (!experience) return NO_EXPERIENCE;
    return decisionOn(
      await game.setGamepassPrice(session, { passId, universeId: experience.universeId, price }),
    );
  });
}

async function orDecision(work: () => Promise<PurchaseDecision | null>): Promise<PurchaseDecision | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    const { kind } = error.trouble;
    if (kind === 'invalid_cookie' || kind === 'moderated')
      return toFail(text('Roblox does not accept your cookie'));
    if (kind === 'challenge') return toFail(text('Roblox requires verification. Set the price yourself'));
    return later('no_answer');
  }
}

function decisionOn(answer: PriceSetAnswer): PurchaseDecision | null {
  if (answer.kind === 'set') return null;
  if (answer.kind === 'unclear') return later('price_unclear');
  switch (answer.errorCode) {
    case 'UnauthorizedAccess':
    case 'NotAuthenticated':
    case 'TargetUnauthorizedAccess':
      return toFail(text("Your cookie doesn't have permission to set this price"));
    case 'PassNotFound':
    case 'NotFound':
      return toFail(GONE);
    case 'ActiveInPO':
      return toFail(
        text('Roblox runs a price test on this gamepass. End it in the Creator Hub and order again'),
      );
    case 'NotApplied':
      return toFail(text('Roblox did not apply the price. Turn off managed pricing and set it yourself'));
    default:
      return toFail(text('Roblox refused to set the price. Set it yourself'));
  }
}

const NO_EXPERIENCE = toFail(
  text("We couldn't find the gamepass in your public experiences. Set its price yourself"),
);

/** Setting a price twice is harmless, so it is retried. The number of tries is small, because the cookie is stored meanwhile. */
const later = (why: WaitReason): PurchaseDecision => ({
  action: 'retry',
  afterSeconds: 2,
  maxTries: 3,
  why,
  atLast: toFail(text('Roblox did not set the price of your gamepass')),
});
