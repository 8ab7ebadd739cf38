import type { Robux } from '@sterling/contract/money.ts';
import { orNull } from '../../../outside/game-platform.ts';
import { readSetting } from '../../../people/settings/settings.reads.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { lockOpen, reassign } from '../purchasing/fulfilment.ts';
import { NOBODY_ELSE } from '../purchasing/purchase.rules.ts';
import type { Work } from '../work.reads.ts';
import { lookByHand } from './manual.lookups.ts';
import { storeUrlOf } from './manual.rules.ts';
import { beginByHand, isByHand, settleByHand } from './manual.ts';

/** Gives an order whose pass was looked at to the seller of a manual account, with a deadline and where to buy. */
export async function giveByHand(
  { db, queue, game }: OrderServices,
  { order: { id, accountId, passId, creatorType, creatorTargetId } }: Work,
  priceRobux: Robux,
): Promise<void> {
  const experience =
    creatorType === 'User'
      ? await orNull(game.experienceOfGamepass(String(creatorTargetId), String(passId)))
      : null;
  const storeUrl = storeUrlOf(String(passId), experience?.placeId ?? null);
  await inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order?.accountId !== accountId) return;
    const { minutes } = await readSetting(tx, 'manual_deadline');
    if (await beginByHand(tx, order, { priceRobux, storeUrl, minutes })) return;
    await reassign(tx, queue, order, { do: 'another-account', otherwise: NOBODY_ELSE });
  });
}

/** Looks whether the seller has bought it meanwhile. */
export async function watchByHand(services: OrderServices, { order, robloxUserId }: Work): Promise<void> {
  const sight = await lookByHand(services, order, robloxUserId);
  await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (still?.accountId === order.accountId && isByHand(still))
      await settleByHand(tx, services.queue, still, sight);
  });
}
