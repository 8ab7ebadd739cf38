import { type Robux, robux } from '@sterling/contract/money.ts';
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
import type { Decision } from './purchase.rules.ts';

/**
 * Sets the pass's price to the order's amount with the buyer's cookie, if one is stored, and deletes the cookie once no
 * part of the order needs it. Returns null, or the decision if the price could not be set.
 */
export async function setOrderPrice(services: OrderServices, order: Order): Promise<Decision | null> {
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
  const decision = await setPassPrice(services.game, session, {
    passId: String(order.passId),
    ownerId: String(order.creatorTargetId),
    price: robux(order.robuxAmount),
  });
  if (await isDoneWithCookie(db, order, decision)) await inTransaction(db, (tx) => wipeCookie(tx, order));
  return decision;
}

/** Whether there is neither a retry nor another open part that needs the cookie. */
async function isDoneWithCookie(db: Db, order: Order, decision: Decision | null): Promise<boolean> {
  if (decision?.do === 'retry' && order.tries < decision.most) return false;
  return decision !== null || !(await hasOpenParts(db, order));
}

interface PriceToSet {
  readonly passId: string;
  readonly ownerId: string;
  readonly price: Robux;
}

/** Sets a pass's price with its owner's session. Returns null, or the decision if the price could not be set. */
export async function setPassPrice(
  game: GamePlatform,
  session: GameSession,
  { passId, ownerId, price }: PriceToSet,
): Promise<Decision | null> {
  try {
    const experience = await game.experienceOfGamepass(ownerId, passId);
    if (!experience)
      return fail('The gamepass is in none of your public experiences: set its price yourself');
    return decisionOn(
      await game.setGamepassPrice(session, { passId, universeId: experience.universeId, price }),
    );
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    const { kind } = error.trouble;
    if (kind === 'invalid_cookie' || kind === 'moderated') return fail('Roblox does not accept your cookie');
    if (kind === 'challenge') return fail('Roblox wants a check of your account: set the price yourself');
    return later('no_answer');
  }
}

function decisionOn(answer: PriceSetAnswer): Decision | null {
  if (answer.kind === 'set') return null;
  if (answer.kind === 'unclear') return later('price_unclear');
  switch (answer.errorCode) {
    case 'UnauthorizedAccess':
    case 'NotAuthenticated':
    case 'TargetUnauthorizedAccess':
      return fail('Your cookie may not set the price of this gamepass');
    case 'PassNotFound':
    case 'NotFound':
      return fail('The gamepass does not exist any more');
    case 'ActiveInPO':
      return fail('Roblox runs a price test on this gamepass: end it in the Creator Hub and order again');
    case 'NotApplied':
      return fail('Roblox did not apply the price: turn managed pricing off and set it yourself');
    default:
      return fail('Roblox refused to set the price: set it yourself');
  }
}

const fail = (reason: string): Decision & { do: 'fail' } => ({ do: 'fail', reason });

/** Setting a price twice is harmless, so it is retried. The number of tries is small, because the cookie is stored meanwhile. */
const later = (why: WaitReason): Decision => ({
  do: 'retry',
  afterSeconds: 2,
  most: 3,
  why,
  atLast: fail('Roblox did not set the price of your gamepass'),
});
