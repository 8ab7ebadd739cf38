import { type Robux, robux } from '@sterling/contract/money.ts';
import type { GameSession } from '../../../outside/game-platform.ts';
import type { OrderServices } from '../../../services.ts';
import type { Work } from '../work.reads.ts';
import { decisionAfter } from './call-errors.jobs.ts';
import { passOrdered } from './pass-problem.rules.ts';
import { checkBeforePaying, type PurchaseDecision } from './purchase.rules.ts';

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
  { order, robloxUserId }: Work,
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
  if (pass.status === 'rejected') throw pass.reason;
  if (!pass.value) return checkBeforePaying(ordered, null, { owns: false, balance });
  if (owns.status === 'rejected') throw owns.reason;
  const isAsOrdered = pass.value.priceRobux === order.robuxAmount;
  const common = isAsOrdered ? pass.value : await game.gamepass(passId);
  return checkBeforePaying(ordered, pass.value, { owns: owns.value, balance }, common?.priceRobux ?? null);
}
