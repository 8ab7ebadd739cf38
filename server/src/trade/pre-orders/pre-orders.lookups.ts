import type { Robux } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import type { GamePlatform } from '../../outside/game-platform.ts';
import { asSentence } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import type { PassToBuy } from '../orders/placing/order-row.ts';
import { checkOrderRequest, pastedSession, type StoreRotated } from '../orders/placing/placing.lookups.ts';
import { setPassPrice } from '../orders/purchasing/price.lookups.ts';

interface Wanted {
  readonly robuxAmount: Robux;
  readonly gamepassUrl: string;
  readonly buyerCookie?: string | undefined;
}

/**
 * Reads a pre-order's pass, priced at the amount. If the price differs and `checkFirst` does not refuse, the buyer's cookie
 * sets the price now; the cookie is not stored. Refuses like an order, with price_mismatch if the price cannot be set, or
 * with outside_failed.
 */
export async function checkPreOrderRequest(
  game: GamePlatform,
  wanted: Wanted,
  checkFirst: () => Promise<void>,
  storeRotated: StoreRotated,
): Promise<PassToBuy> {
  const { pass, buyerCookie } = await checkOrderRequest(game, wanted, storeRotated);
  if (buyerCookie === undefined) return pass;
  await checkFirst();
  const price = { passId: pass.id, ownerId: pass.creatorTargetId, price: wanted.robuxAmount };
  const obstacle = await setPassPrice(game, pastedSession(buyerCookie, storeRotated), price);
  if (obstacle?.action === 'fail')
    refuse('price_mismatch', {
      hint: asSentence(obstacle.reason),
    });
  if (obstacle)
    refuse('outside_failed', {
      hint: phrase(
        'Roblox did not set the price of your gamepass. Set it yourself, or try again in a moment.',
      ),
    });
  return pass;
}
