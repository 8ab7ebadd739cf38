import type { Robux } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import {
  type GamePlatform,
  type GameSession,
  GameTrouble,
  type PriceSetAnswer,
  type PriceWanted,
} from '../../../outside/game-platform.ts';
import type { WaitReason } from '../order-events.rules.ts';
import { GONE, type PurchaseDecision, toFail } from './purchase.rules.ts';

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
    return setPriceIn(game, session, { passId, universeId: experience.universeId, price });
  });
}

/** As `setPassPrice`, in a known experience. */
export const setPriceIn = (
  game: GamePlatform,
  session: GameSession,
  wanted: PriceWanted,
): Promise<PurchaseDecision | null> =>
  orDecision(async () => decisionOn(await game.setGamepassPrice(session, wanted)));

/** What `work` decides, or the decision after an error of Roblox. */
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

/** The decision after an answer. Null: the price is set. */
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

export const NO_EXPERIENCE = toFail(
  text("We couldn't find the gamepass in your public experiences. Set its price yourself"),
);

/** Setting a price twice is harmless, so it is retried. The number of tries is small, because the cookie is stored meanwhile. */
export const later = (why: WaitReason): PurchaseDecision => ({
  action: 'retry',
  afterSeconds: 2,
  maxTries: 3,
  why,
  atLast: toFail(text('Roblox did not set the price of your gamepass')),
});
