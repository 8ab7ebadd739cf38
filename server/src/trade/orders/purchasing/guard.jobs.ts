import { type Robux, robux } from '@sterling/contract/money.ts';
import { type GamePlatform, type GameSession, GameTrouble } from '../../../outside/game-platform.ts';
import type { OrderServices } from '../../../services.ts';
import { offSaleFor } from '../../../supply/roblox-accounts/roblox-accounts.lookups.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import type { Work } from '../work.reads.ts';
import type { Order } from './fulfilment.ts';
import { passOrdered } from './pass-problem.rules.ts';
import { afterError, checkBeforePaying, type Decision } from './purchase.rules.ts';

/** Reads the current pass and payer from Roblox, and decides whether to pay. */
export async function checkPurchase(
  services: OrderServices,
  { order, robloxUserId }: Work,
  session: GameSession,
): Promise<{ decision: Decision; balance: Robux }> {
  let balance = robux(0);
  try {
    balance = await services.game.robuxBalance(session);
    return { decision: await checkPass(services.game, { order, robloxUserId }, session, balance), balance };
  } catch (error) {
    return { decision: await decisionAfter(services, order, session, error), balance };
  }
}

async function checkPass(
  game: GamePlatform,
  { order, robloxUserId }: Pick<Work, 'order' | 'robloxUserId'>,
  session: GameSession,
  balance: Robux,
): Promise<Decision> {
  const passId = String(order.passId);
  const ordered = passOrdered(order);
  // The ownership of a deleted pass cannot be read.
  const [pass, owns] = await Promise.allSettled([
    game.gamepass(passId, session),
    game.ownsGamepass(robloxUserId, passId),
  ]);
  if (pass.status === 'rejected') throw pass.reason;
  if (!pass.value) return checkBeforePaying(ordered, null, { owns: false, balance });
  if (owns.status === 'rejected') throw owns.reason;
  const isAsOrdered = pass.value.priceRobux === order.robuxAmount;
  const common = isAsOrdered ? pass.value : await game.gamepass(passId);
  return checkBeforePaying(ordered, pass.value, { owns: owns.value, balance }, common?.priceRobux ?? null);
}

/** The decision after an error of Roblox. If the cookie was rotated meanwhile, the order is retried with the new one. */
export async function decisionAfter(
  services: OrderServices,
  { accountId, tries }: Order,
  session: GameSession,
  error: unknown,
  ifCookieIsRefused = offSaleFor(error),
): Promise<Decision> {
  if (!(error instanceof GameTrouble)) throw error;
  const isRefused = error.trouble.kind === 'invalid_cookie';
  const decision = afterError(error.trouble, tries, isRefused ? ifCookieIsRefused : offSaleFor(error));
  if (!isRefused || decision.do !== 'another-account') return decision;
  const newer = await openRobloxSession(services, accountId);
  if (newer.cookie === session.cookie) return decision;
  return {
    do: 'retry',
    afterSeconds: 0,
    most: 2,
    why: 'session_renewed',
    atLast: decision,
  };
}
