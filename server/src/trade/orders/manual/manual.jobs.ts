import type { Robux } from '@sterling/contract/money.ts';
import { readSetting } from '../../../people/settings/settings.reads.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { lockOpen } from '../order.ts';
import { NO_OTHER_ACCOUNT } from '../order-events.rules.ts';
import { reassign } from '../purchasing/outcomes.ts';
import type { Work } from '../work.reads.ts';
import { applyCheck } from './checking.ts';
import { readManualPurchase } from './manual.lookups.ts';
import { storeUrlOf } from './manual.rules.ts';
import { beginByHand, isByHand } from './manual.ts';

/** Gives an order with a checked pass to the seller of a manual account, with a deadline and a store URL. */
export async function assignToSeller(
  { db, queue }: OrderServices,
  { order: { id, accountId, passId, placeId } }: Work,
  checked: { readonly priceRobux: Robux; readonly balanceBefore: Robux },
): Promise<void> {
  const storeUrl = storeUrlOf(String(passId), placeId === null ? null : String(placeId));
  await inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order?.accountId !== accountId) return;
    const { minutes } = await readSetting(tx, 'manual_deadline');
    if (await beginByHand(tx, order, { ...checked, storeUrl, minutes })) return;
    await reassign(tx, queue, order, { otherwise: NO_OTHER_ACCOUNT });
  });
}

/** Checks whether the seller has bought the pass, and applies the result. */
export async function checkManualPurchase(
  services: OrderServices,
  { order, robloxUserId }: Work,
): Promise<void> {
  const purchase = await readManualPurchase(services, order, robloxUserId);
  await inTransaction(services.db, async (tx) => {
    const still = await lockOpen(tx, order.id);
    if (still?.accountId === order.accountId && isByHand(still))
      await applyCheck(tx, services.queue, still, purchase, services.manualTimings);
  });
}
