import type { Robux } from '@sterling/contract/money.ts';
import { orNull } from '../../../outside/game-platform.ts';
import type { Services } from '../../../services.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import type { Order } from '../purchasing/fulfilment.ts';
import type { HandLook } from './manual.rules.ts';

/** What was found, and when it was asked for. */
export interface HandSight extends HandLook {
  readonly askedAt: Date;
  readonly balance: Robux | null;
  readonly purchaseToken: string | null;
}

/** Looks whether the seller has bought an order's pass. Ownership is public; only for what was paid the cookie is needed. */
export async function lookByHand(
  services: Pick<Services, 'config' | 'db' | 'vault' | 'game'>,
  { accountId, passId: id }: Pick<Order, 'accountId' | 'passId'>,
  robloxUserId: string,
): Promise<HandSight> {
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
