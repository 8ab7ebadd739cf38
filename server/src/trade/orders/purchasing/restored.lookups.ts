import { text } from '@sterling/contract/texts.ts';
import { type GamePlatform, GameTrouble } from '../../../outside/game-platform.ts';
import { toStore, WITH_VALUES } from '../../../platform/stored-texts.rules.ts';
import type { OrderServices } from '../../../services.ts';
import type { Work } from '../work.reads.ts';
import type { PurchaseDecision } from './purchase.rules.ts';
import { otherAccountsFor } from './restored.reads.ts';

/**
 * What to do with an order from before a restore: staff decide if its gamepass may have been bought since the backup. Null: it was not, and the
 * order continues. Roblox is asked without the account's cookie, which may be an old one.
 */
export async function findBoughtSinceBackup(
  { db, game }: Pick<OrderServices, 'db' | 'game'>,
  { order, robloxUserId }: Work,
): Promise<PurchaseDecision | null> {
  const passId = String(order.passId);
  try {
    if (await game.ownsGamepass(robloxUserId, passId)) return BOUGHT;
    // another account must not buy it again, and its seller may have to be paid
    for (const other of await otherAccountsFor(db, order)) {
      if (await game.ownsGamepass(other.robloxUserId, passId))
        return {
          action: 'give-to-staff',
          why: toStore(WITH_VALUES.boughtByAnother, { username: other.username }),
        };
    }
    return null;
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    return (await isGone(game, passId)) ? GONE : UNKNOWN;
  }
}

/** Whether Roblox says that a gamepass no longer exists. Its ownership cannot be read then. */
const isGone = (game: GamePlatform, passId: string): Promise<boolean> =>
  game.gamepass(passId).then(
    (pass) => pass === null,
    () => false,
  );

const BOUGHT: PurchaseDecision = {
  action: 'give-to-staff',
  why: text(
    'The database was restored, and the account owns this gamepass. Approve only if its Roblox records show that it was bought for this order',
  ),
};
const GONE: PurchaseDecision = {
  action: 'give-to-staff',
  why: text(
    'The database was restored, and the gamepass was deleted. Approve only if the Roblox records of the account show that it was bought for this order',
  ),
};
/** The order waits as long as Roblox does not answer. The tries are for its purchase, which has not begun. */
const UNKNOWN: PurchaseDecision = { action: 'postpone', afterSeconds: 30, why: 'no_answer' };
