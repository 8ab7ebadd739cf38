import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { refuseSize } from '../orders/placing/order-size.ts';
import { checkOrderRequest } from '../orders/placing/placing.lookups.ts';
import { listStandingOrders, readStandingOrder } from './standing-orders.reads.ts';
import { addStandingOrder, removeStandingOrder, setPaused } from './standing-orders.ts';

export function standingOrderRoutes({ db, game }: Pick<Services, 'db' | 'game'>): Route[] {
  return [
    handle(api.standingOrders.list, ({ user }) => listStandingOrders(db, user.id)),
    handle(api.standingOrders.add, async ({ user, body, once }) => {
      const { robuxAmount, ratePerThousand: rateCents, weekday, hour, tz: timeZone = 'UTC' } = body;
      refuseSize({ robuxAmount, maxRateCents: rateCents });
      const { pass } = await checkOrderRequest(game, body);
      const order = { robuxAmount, rateCents, pass, weekday, hour, timeZone };
      return once(
        async (tx) => readStandingOrder(tx, user.id, await addStandingOrder(tx, user.id, order)),
        CHANGES_SELF,
      );
    }),
    handle(api.standingOrders.change, ({ user, params: { id }, body: { isPaused }, write }) =>
      write(async (tx) => {
        await setPaused(tx, user.id, id, isPaused);
        return readStandingOrder(tx, user.id, id);
      }),
    ),
    handle(api.standingOrders.remove, ({ user, params: { id }, write }) =>
      write(async (tx) => {
        await removeStandingOrder(tx, user.id, id);
        return { success: true as const };
      }),
    ),
  ];
}
