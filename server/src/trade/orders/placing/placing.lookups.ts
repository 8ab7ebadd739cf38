import type { api } from '@sterling/contract/api.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import type { Rate, Robux } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import pLimit from 'p-limit';
import { normaliseCookie } from '../../../outside/game-platform/cookie.ts';
import { refuseTrouble } from '../../../outside/game-platform/refuse-trouble.ts';
import { type GamePlatform, type GameSession, unstoredSession } from '../../../outside/game-platform.ts';
import { whole } from '../../../platform/formats.rules.ts';
import { type Refusal, refusalOr, refuse } from '../../../refusal.ts';
import { passIdOf, readPassAtPrice } from '../../../supply/gamepasses/gamepasses.lookups.ts';
import { priceMismatch } from '../order-events.rules.ts';
import type { PassToBuy } from './order-row.ts';
import { refuseSize } from './order-size.ts';
import type { NewOrder } from './placement-request.ts';

interface Wanted {
  readonly robuxAmount: Robux;
  readonly gamepassUrl: string;
  readonly buyerCookie?: string | undefined;
  /** No single account can fill the order, so it has to be split, which needs the cookie. */
  readonly needsParts?: boolean;
}

/** Stores a cookie that Roblox rotated wherever the old one is stored. */
export type StoreRotated = (from: string, to: string) => Promise<void>;

/**
 * Reads an order's pass from Roblox, and checks the buyer's cookie if it is needed to set the pass's price; otherwise drops
 * it. Refuses with invalid_gamepass_url, gamepass_not_found, gamepass_not_for_sale, price_mismatch, invalid_cookie,
 * two_factor_required, cookie_of_another or outside_failed.
 */
export async function checkOrderRequest(
  game: GamePlatform,
  { robuxAmount, gamepassUrl, buyerCookie, needsParts = false }: Wanted,
  storeRotated?: StoreRotated,
): Promise<Pick<NewOrder, 'pass' | 'buyerCookie' | 'isPriced'>> {
  const seen = await readPassAtPrice(game, passIdOf(gamepassUrl), robuxAmount);
  const { id, productId, name, creatorType, creatorTargetId } = seen;
  const pass: PassToBuy = { url: gamepassUrl.trim(), id, productId, name, creatorType, creatorTargetId };
  const isPriced = seen.priceRobux === robuxAmount;
  if (isPriced && !(needsParts && buyerCookie && creatorType === 'User')) return { pass };
  if (!buyerCookie) return refuse('price_mismatch', { hint: priceMismatch(seen.priceRobux, robuxAmount) });
  if (creatorType === 'Group') {
    return refuse('price_mismatch', {
      hint: phrase('This gamepass belongs to a group. Set its price to {robux} Robux yourself.', {
        robux: () => whole(robuxAmount),
      }),
    });
  }
  const session = pastedSession(buyerCookie, storeRotated);
  await refuseOther(game, session, creatorTargetId);
  return { pass, isPriced, buyerCookie: session.cookie };
}

const MAX_LOOKUPS_AT_ONCE = 5;

/** An order of a basket, or why its gamepass cannot be bought. */
export type Checked = (NewOrder & { readonly maxRateCents: Rate }) | Refusal;

/** Reads the gamepasses of a basket. A refusal of one of them does not stop the others. */
export async function checkBasket(
  game: GamePlatform,
  items: Decoded<typeof api.orders.placeBasket, 'body'>['items'],
): Promise<Checked[]> {
  const limit = pLimit(MAX_LOOKUPS_AT_ONCE);
  return Promise.all(
    items.map(({ robuxAmount, gamepassUrl, ratePerThousand: maxRateCents }) =>
      limit(() =>
        refusalOr(async () => {
          refuseSize({ robuxAmount, maxRateCents });
          const { pass } = await checkOrderRequest(game, { robuxAmount, gamepassUrl });
          return { robuxAmount, maxRateCents, pass };
        }),
      ),
    ),
  );
}

/** A session with the cookie that a buyer pasted. Refuses with invalid_cookie. */
export function pastedSession(pasted: string, storeRotated?: StoreRotated): GameSession {
  const cookie = normaliseCookie(pasted) ?? refuse('invalid_cookie');
  const session: GameSession = {
    ...unstoredSession(cookie),
    rotated: async (fresh) => storeRotated?.(session.cookie, fresh),
  };
  return session;
}

/** Refuses with cookie_of_another unless the session belongs to the pass's owner. */
async function refuseOther(game: GamePlatform, session: GameSession, ownerId: string): Promise<void> {
  const { id } = await game.whoAmI(session).catch(refuseTrouble);
  if (id !== ownerId)
    refuse('cookie_of_another', { hint: phrase("The gamepass doesn't belong to the cookie's account.") });
}
