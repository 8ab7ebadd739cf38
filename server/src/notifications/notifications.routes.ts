import { api } from '@sterling/contract/api.ts';
import { inTransaction } from '../db/pool.ts';
import { handle, type Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { changeNotifications, readNotifications } from './notifications.ts';

export function notificationRoutes({ db, vault }: Pick<Services, 'db' | 'vault'>): Route[] {
  return [
    handle(api.notifications.read, ({ user }) => readNotifications(db, user.id)),
    handle(api.notifications.change, ({ user, body }) =>
      inTransaction(db, async (tx) => {
        await changeNotifications(tx, vault, user.id, body);
        return readNotifications(tx, user.id);
      }),
    ),
  ];
}
