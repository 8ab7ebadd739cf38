import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What may have changed: the nouns that a page reads anew. */
export const LiveTopic = z.enum([
  'orders',
  'pre-orders',
  'transactions',
  'wallet',
  'roblox-accounts',
  'users',
  'settings',
  'reviews',
]);
export type LiveTopic = z.output<typeof LiveTopic>;

/** Something of one's own changed, or a setting: ids and states only, the rest is read where it is always read. */
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
    summary: 'Server-sent events: what of one’s own has just changed, each a JSON list',
    stream: true,
    reply: z.array(LiveEvent),
  }),
};
