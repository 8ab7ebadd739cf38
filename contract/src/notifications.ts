import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Success } from './fields.ts';

export const NotificationKind = z.enum([
  'orders',
  'sales',
  'pre-orders',
  /** Price alerts and standing orders. */
  'alerts',
  'trades',
  /** Messages in trades. */
  'messages',
  'deposits',
  'withdrawals',
  'accounts',
  'security',
]);
export type NotificationKind = z.output<typeof NotificationKind>;

export const Notifications = z.object({
  /** Webhook address with its secret part masked; null without a webhook. */
  webhookUrl: z.nullable(z.string()),
  kinds: z.array(NotificationKind),
});
export type Notifications = z.output<typeof Notifications>;

const KindsIn = z.array(NotificationKind).check(z.maxLength(NotificationKind.options.length));

export const notifications = {
  read: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signed-in',
    summary: 'Own Discord webhook and the chosen kinds of notifications',
    reply: Notifications,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/notifications',
    access: 'signed-in',
    summary:
      'Set webhook and kinds; without webhookUrl the present webhook stays (400 if there is none), and null ends notifications',
    stepUp: 'always',
    body: z.strictObject({
      webhookUrl: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
      kinds: KindsIn,
      /** The kinds that the page showed. With it, only what differs from `kinds` changes, because another page may have changed the rest. */
      before: z.optional(KindsIn),
    }),
    reply: Notifications,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/notifications/test',
    access: 'signed-in',
    summary: 'Send a test message to the own webhook; 400 if there is none or Discord no longer knows it',
    reply: Success,
  }),
};
