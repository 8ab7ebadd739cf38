import type { Robux } from '@sterling/contract/money.ts';
import { orNull } from '../../../outside/game-platform.ts';
import type { Services } from '../../../services.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import type { Order } from '../purchasing/fulfilment.ts';
import type { ManualEvidence } from './manual.rules.ts';

/** The evidence of a check and when it was requested. */
export interface ManualPurchase extends ManualEvidence {
  readonly askedAt: Date;
  readonly balance: Robux | null;
  readonly purchaseToken: string | null;
}

/** Reads whether the seller has bought an order's pass. Ownership is public; reading the paid price needs the cookie. */
export async function readManualPurchase(
  services: Pick<Services, 'config' | 'db' | 'vault' | 'game'>,
  { accountId, passId: id }: Pick<Order, 'accountId' | 'passId'>,
  robloxUserId: string,
): Promise<ManualPurchase> {
  const { game } = services;
  const passId = String(id);
  const askedAt = new Date();
  const owns = await orNull(game.ownsGamepass(robloxUserId, passId));
  if (!owns) return { owns, askedAt, paidRobux: null, balance: null, purchaseToken: null };
  const session = await openRobloxSession(services, accountId);
  const records = await orNull(game.recentPurchases(session, robloxUserId));
  const record = records?.find((one) => one.passId === passId);
  const balance = await orNull(game.robuxBalance(session));
  return { owns, askedAt, paidRobux: record?.amount ?? null, balance, purchaseToken: record?.token ?? null };
}
