import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { refuseSize } from '../orders/placing/order-size.ts';
import { listAlerts } from './price-alerts.reads.ts';
import { addAlert, removeAlert } from './price-alerts.ts';

export function priceAlertRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.priceAlerts.list, ({ user }) => listAlerts(db, user.id)),
    handle(api.priceAlerts.add, async ({ user, body: { robuxAmount, ratePerThousand }, write }) => {
      refuseSize({ robuxAmount, maxRateCents: ratePerThousand });
      const alert = { robux: robuxAmount, rateCents: ratePerThousand };
      return write((tx) => addAlert(tx, user.id, alert), CHANGES_SELF);
    }),
    handle(api.priceAlerts.remove, ({ user, params: { id }, write }) =>
      write(async (tx) => {
        await removeAlert(tx, user.id, id);
        return { success: true as const };
      }),
    ),
  ];
}
