import { type Robux, robux } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import type { GameSession } from '../../../outside/game-platform.ts';
import { toStore, WITH_VALUES } from '../../../platform/stored-texts.rules.ts';
import type { OrderServices } from '../../../services.ts';
import type { Work } from '../work.reads.ts';
import { decisionAfter } from './call-errors.jobs.ts';
import { passOrdered } from './pass-problem.rules.ts';
import { checkBeforePaying, type PurchaseDecision } from './purchase.rules.ts';
import { otherAccountsFor } from './restored.reads.ts';

/** Reads the current pass and payer from Roblox, and decides whether to pay. */
export async function checkPurchase(
  services: OrderServices,
  work: Work,
  session: GameSession,
): Promise<{ decision: PurchaseDecision; balance: Robux }> {
  let balance = robux(0);
  try {
    balance = await services.game.robuxBalance(session);
    return { decision: await checkPass(services, work, session, balance), balance };
  } catch (error) {
    return { decision: await decisionAfter(services, work.order, session, error), balance };
  }
}

async function checkPass(
  services: Pick<OrderServices, 'db' | 'game'>,
  { order, robloxUserId, isRestored }: Work,
  session: GameSession,
  balance: Robux,
): Promise<PurchaseDecision> {
  const { game } = services;
  const passId = String(order.passId);
  const ordered = passOrdered(order);
  // The ownership of a deleted pass cannot be read.
  const [pass, owns] = await Promise.allSettled([
    game.gamepass(passId, session),
    game.ownsGamepass(robloxUserId, passId),
  ]);
  if (isRestored && owns.status === 'fulfilled' && owns.value) return BOUGHT_SINCE_BACKUP;
  if (pass.status === 'rejected') throw pass.reason;
  if (!pass.value) return checkBeforePaying(ordered, null, { owns: false, balance });
  if (owns.status === 'rejected') throw owns.reason;
  const another = isRestored ? await boughtByAnother(services, order) : null;
  if (another) return another;
  const isAsOrdered = pass.value.priceRobux === order.robuxAmount;
  const common = isAsOrdered ? pass.value : await game.gamepass(passId);
  return checkBeforePaying(ordered, pass.value, { owns: owns.value, balance }, common?.priceRobux ?? null);
}

/** Another account must not buy the gamepass again, and the seller of this one may have to be paid. */
const BOUGHT_SINCE_BACKUP: PurchaseDecision = {
  action: 'give-to-staff',
  why: text(
    'The database was restored, and the account owns this gamepass. Approve only if its Roblox records show that it was bought for this order',
  ),
};

/** The decision about an order from before a restore whose gamepass another account owns. Null if none does. */
async function boughtByAnother(
  { db, game }: Pick<OrderServices, 'db' | 'game'>,
  order: Work['order'],
): Promise<PurchaseDecision | null> {
  for (const { robloxUserId, username } of await otherAccountsFor(db, order)) {
    if (await game.ownsGamepass(robloxUserId, String(order.passId)))
      return { action: 'give-to-staff', why: toStore(WITH_VALUES.boughtByAnother, { username }) };
  }
  return null;
}
