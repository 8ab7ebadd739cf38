import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Success } from './fields.ts';

export const NotificationKind = z.enum([
  'orders',
  'sales',
  'pre-orders',
  'trades',
  'deposits',
  'withdrawals',
  'accounts',
]);
export type NotificationKind = z.output<typeof NotificationKind>;

export const Notifications = z.object({
  /** The webhook's address without its secret part; null: there is none. */
  webhookUrl: z.nullable(z.string()),
  kinds: z.array(NotificationKind),
});
export type Notifications = z.output<typeof Notifications>;

export const notifications = {
  read: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signed-in',
    summary: 'Which Discord webhook of oneself hears of what',
    reply: Notifications,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/notifications',
    access: 'signed-in',
    summary: 'Set the webhook, or leave it out to keep it; null ends notifications',
    body: z.strictObject({
      webhookUrl: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
      kinds: z.array(NotificationKind).check(z.maxLength(NotificationKind.options.length)),
    }),
    reply: Notifications,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/notifications/test',
    access: 'signed-in',
    summary:
      'Send a message to one’s webhook now; 400 where there is none or Discord does not know it any more',
    reply: Success,
  }),
};
