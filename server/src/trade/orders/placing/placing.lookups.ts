import type { Robux } from '@sterling/contract/money.ts';
import { normaliseCookie } from '../../../outside/game-platform/cookie.ts';
import { refuseTrouble } from '../../../outside/game-platform/refuse-trouble.ts';
import type { GamePlatform, GameSession } from '../../../outside/game-platform.ts';
import { refuse } from '../../../refusal.ts';
import { askPassAtPrice, passIdOf } from '../../../supply/gamepasses/gamepasses.lookups.ts';
import { priceMismatch } from '../purchasing/purchase.rules.ts';
import type { PassToBuy } from './order-row.ts';
import type { NewOrder } from './placement-request.ts';

interface Wanted {
  readonly robuxAmount: Robux;
  readonly gamepassUrl: string;
  readonly buyerCookie?: string | undefined;
  /** No single account could fill it: with the cookie several can. */
  readonly needsParts?: boolean;
}

/**
 * The pass that an order names, and the buyer's cookie where it is needed to set the pass's price, to the amount or to parts of it: one that is not
 * needed is dropped here. Refuses with invalid_gamepass_url, gamepass_not_found, gamepass_not_for_sale, price_mismatch,
 * invalid_cookie, two_factor_required, cookie_of_another or outside_failed.
 */
export async function askForOrder(
  game: GamePlatform,
  { robuxAmount, gamepassUrl, buyerCookie, needsParts = false }: Wanted,
): Promise<Pick<NewOrder, 'pass' | 'buyerCookie' | 'isPriced'>> {
  const seen = await askPassAtPrice(game, passIdOf(gamepassUrl), robuxAmount);
  const { id, productId, name, creatorType, creatorTargetId } = seen;
  const pass: PassToBuy = { url: gamepassUrl.trim(), id, productId, name, creatorType, creatorTargetId };
  const isPriced = seen.priceRobux === robuxAmount;
  if (isPriced && !(needsParts && buyerCookie && creatorType === 'User')) return { pass };
  if (!buyerCookie) return refuse('price_mismatch', { hint: priceMismatch(seen.priceRobux, robuxAmount) });
  if (creatorType === 'Group') {
    return refuse('price_mismatch', {
      hint: `The gamepass is a group's: set its price to ${robuxAmount} Robux yourself.`,
    });
  }
  return { pass, isPriced, buyerCookie: await askCookieOf(game, buyerCookie, creatorTargetId) };
}

/** The pasted cookie as it is now, when it is the pass's owner's. */
async function askCookieOf(game: GamePlatform, pasted: string, ownerId: string): Promise<string> {
  const cookie = normaliseCookie(pasted) ?? refuse('invalid_cookie');
  const session: GameSession = { cookie, csrf: null, proxyUrl: null, rotated: async () => undefined };
  const { id } = await game.whoAmI(session).catch(refuseTrouble);
  if (id !== ownerId)
    refuse('cookie_of_another', { hint: 'The gamepass is not of the account that the cookie belongs to.' });
  return session.cookie;
}
