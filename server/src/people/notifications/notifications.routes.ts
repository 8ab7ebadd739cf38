import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { sendTest } from './notifications.lookups.ts';
import { readNotifications } from './notifications.reads.ts';
import { changeNotifications } from './notifications.ts';

export function notificationRoutes(services: Pick<Services, 'db' | 'vault' | 'discord' | 'log'>): Route[] {
  const { db, vault } = services;
  return [
    handle(api.notifications.read, ({ user }) => readNotifications(db, user.id)),
    handle(api.notifications.change, ({ user, body, write }) =>
      write(async (tx) => {
        await changeNotifications(tx, vault, user.id, body);
        return readNotifications(tx, user.id);
      }),
    ),
    handle(api.notifications.test, async ({ user }) => {
      await sendTest(services, user.id);
      return { success: true as const };
    }),
  ];
}
