import { api } from '@sterling/contract/api.ts';
import { orderTotal } from '@sterling/contract/money.ts';
import { type PolledRoute, poll } from '../../platform/http/polled.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { refuseSize } from '../orders/placing/place.ts';
import { checkPreOrderRequest } from './pre-orders.lookups.ts';
import { listPreOrders, liveQueue, readPreOrder } from './pre-orders.reads.ts';
import { closePreOrder, placePreOrder, refuseTooLittle } from './pre-orders.ts';

type Given = Pick<Services, 'db' | 'game' | 'snapshots'>;

export function preOrderRoutes({ db, game, snapshots }: Given): (Route | PolledRoute)[] {
  return [
    poll(
      api.preOrders.live,
      snapshots,
      ['pre-orders', 'orders', 'roblox-accounts', 'users'],
      async (query) => {
        const { queue, total } = await liveQueue(db, query);
        return { value: queue, total };
      },
    ),
    handle(api.preOrders.list, async ({ user, query, total }) => {
      const { preOrders, total: count } = await listPreOrders(db, user.id, query);
      total(count);
      return preOrders;
    }),
    handle(api.preOrders.place, async ({ user, body, once }) => {
      const { robuxAmount, maxRatePerThousand: mostRateCents } = body;
      refuseSize({ robuxAmount, atMostRateCents: mostRateCents });
      const mostCents = orderTotal(robuxAmount, mostRateCents);
      const pass = await checkPreOrderRequest(game, body, () => refuseTooLittle(db, user.id, mostCents));
      return once(async (tx) => {
        const id = await placePreOrder(tx, user.id, { robuxAmount, mostRateCents, pass });
        return readPreOrder(tx, user.id, id);
      });
    }),
    handle(api.preOrders.close, ({ user, params, body, request, once }) =>
      once(async (tx) => {
        const by = { ...body, ownerId: user.id, ip: request.ip };
        return readPreOrder(tx, await closePreOrder(tx, params.id, by), params.id);
      }),
    ),
  ];
}
