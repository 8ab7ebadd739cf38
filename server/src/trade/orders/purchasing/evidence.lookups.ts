import { type GameSession, GameTrouble, orNull } from '../../../outside/game-platform.ts';
import type { OrderServices } from '../../../services.ts';
import { offSaleFor } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import type { Work } from '../work.reads.ts';
import type { Evidence } from './reconcile.rules.ts';

/**
 * What Roblox shows about a purchase of the order's pass by its account. Ownership is public and is sufficient proof. Balance and
 * records are read only if the account does not own the pass.
 */
export async function readEvidence(
  { game }: Pick<OrderServices, 'game'>,
  { order, robloxUserId }: Work,
  session: GameSession,
): Promise<Evidence> {
  const passId = String(order.passId);
  const owns =
    (await orNull(game.ownsGamepass(robloxUserId, passId))) ??
    ((await isPassDeleted(game, passId)) ? false : null);
  if (owns !== false) return { owns, balance: null, hasRecord: null };
  try {
    const balance = await game.robuxBalance(session);
    const records = await game.recentPurchases(session, robloxUserId);
    return { owns, balance, hasRecord: records.some((record) => record.passId === passId) };
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    return { owns, balance: null, hasRecord: null, isRefused: offSaleFor(error) !== null };
  }
}

/** Whether the pass is gone. Its ownership cannot be read then; balance and records still show a purchase. */
async function isPassDeleted(game: OrderServices['game'], passId: string): Promise<boolean> {
  const seen = await orNull(game.gamepass(passId).then((pass) => ({ pass })));
  return seen !== null && seen.pass === null;
}
