import type { Robux } from '@sterling/contract/money.ts';
import type { GamePlatform, GameSession } from '../../outside/game-platform.ts';
import { refuse } from '../../refusal.ts';
import type { PassToBuy } from '../orders/placing/order-row.ts';
import { askForOrder } from '../orders/placing/placing.lookups.ts';
import { askToSetPrice } from '../orders/purchasing/price.jobs.ts';

interface Wanted {
  readonly robuxAmount: Robux;
  readonly gamepassUrl: string;
  readonly buyerCookie?: string | undefined;
}

/**
 * The pass that a pre-order names, priced at the amount: where it is not yet, the buyer's cookie sets its price now,
 * after `mayGoOn` did not refuse, and is forgotten. Refuses as an order does, and with price_mismatch when the price
 * cannot be set, or outside_failed.
 */
export async function askForPreOrder(
  game: GamePlatform,
  wanted: Wanted,
  mayGoOn: () => Promise<void>,
): Promise<PassToBuy> {
  const { pass, buyerCookie } = await askForOrder(game, wanted);
  if (buyerCookie === undefined) return pass;
  await mayGoOn();
  const session: GameSession = {
    cookie: buyerCookie,
    csrf: null,
    proxyUrl: null,
    rotated: async () => undefined,
  };
  const price = { passId: pass.id, ownerId: pass.creatorTargetId, price: wanted.robuxAmount };
  const obstacle = await askToSetPrice(game, session, price);
  if (obstacle?.do === 'fail') refuse('price_mismatch', { hint: `${obstacle.reason}.` });
  if (obstacle) refuse('outside_failed');
  return pass;
}
