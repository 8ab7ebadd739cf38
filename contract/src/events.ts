import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Topics of change events. A page that shows a topic reads it again. */
export const LiveTopic = z.enum([
  'orders',
  'pre-orders',
  'transactions',
  'wallet',
  'roblox-accounts',
  'users',
  'settings',
  'reviews',
  'inbox',
  'listings',
  'marketplace',
  'proxies',
  'webhooks',
  'withdrawal-addresses',
  'price-alerts',
  'standing-orders',
  'notifications',
  'api-credentials',
  'sessions',
  'factors',
  'affiliate',
]);
export type LiveTopic = z.output<typeof LiveTopic>;

/** A change of the user's own data, of a setting or of the marketplace. It has only id and state; the page reads the rest from the usual endpoint. */
export const LiveEvent = z.object({
  topic: LiveTopic,
  id: z.nullable(z.string()),
  state: z.nullable(z.string()),
});
export type LiveEvent = z.output<typeof LiveEvent>;

export const events = {
  follow: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'signed-in',
    summary: 'Server-sent events about changes of own data; the data of each event is a JSON list',
    stream: true,
    reply: z.array(LiveEvent),
  }),
};
