import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, CookieText, Dollars, DollarsPer1000, Paging, Reason, Time } from './fields.ts';
import { GamepassUrl } from './gamepasses.ts';
import { OrderRate, OrderRobux } from './order-size.ts';
import { plural, t } from './texts.ts';

/** What a waiting pre-order lacks, as `reason` names it. English in every language, because programs compare these texts. */
export const LACKS = {
  price: 'Price mismatch',
  stock: 'No stock at your rate',
  balance: 'Insufficient balance',
} as const;

export const PreOrder = z.object({
  id: z.string(),
  robuxAmount: z.number(),
  maxRatePerThousand: DollarsPer1000,
  /** Price at the maximum rate, which is the most that can be charged. */
  maxTotal: Dollars,
  gamepassUrl: z.string(),
  gamepassName: z.string(),
  status: z.enum(['waiting', 'matched', 'closed']),
  /** Why it still waits (one of `LACKS`, or what else stops its buyer) or was closed; null when nothing is in the way. */
  reason: z.nullable(z.string()),
  /** Position in the queue, from 1; null unless it waits. */
  position: z.nullable(z.number()),
  /** The order of a matched pre-order. */
  orderId: z.nullable(z.string()),
  createdAt: Time,
});
export type PreOrder = z.output<typeof PreOrder>;

export const QueuedPreOrder = z.object({
  id: z.string(),
  robuxAmount: z.number(),
  maxRatePerThousand: DollarsPer1000,
  buyerUsername: z.string(),
  minutesWaiting: z.number(),
  /** Whether present stock can fill it, or its order is in progress. */
  canFulfill: z.boolean(),
  /** Such as 'about 3 hours', in English; null without recent matches to estimate from. */
  estimatedFulfillment: z.nullable(z.string()),
  /** `estimatedFulfillment` in minutes. */
  estimatedMinutes: z.nullable(z.number()),
});
export type QueuedPreOrder = z.output<typeof QueuedPreOrder>;

/** An estimated time in words, in minutes, hours or days. */
export function estimateText(minutes: number): string {
  if (minutes < 60)
    return plural(minutes, 'about {count} minute', 'about {count} minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  if (minutes < 48 * 60) return plural(hours, 'about {count} hour', 'about {count} hours', { count: hours });
  const days = Math.round(minutes / (24 * 60));
  if (days > 14) return t('more than two weeks');
  return plural(days, 'about {count} day', 'about {count} days', { count: days });
}

export const LiveQueue = z.object({
  /** Oldest first. */
  preOrders: z.array(QueuedPreOrder),
  totalAvailableRobux: z.number(),
  activeAccounts: z.number(),
  activeSellers: z.number(),
});
export type LiveQueue = z.output<typeof LiveQueue>;

export const preOrders = {
  live: endpoint({
    method: 'GET',
    path: '/api/pre-orders/live',
    access: 'signed-in',
    scope: 'read',
    summary: 'The queue of pre-orders, oldest first, and the available stock',
    query: z.object(Paging),
    reply: LiveQueue,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/pre-orders',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'Own pre-orders, newest first',
    query: z.object(Paging),
    reply: z.array(PreOrder),
  }),
  place: endpoint({
    method: 'POST',
    path: '/api/pre-orders',
    access: 'buyer',
    scope: 'trade',
    summary: 'Place a pre-order, which is charged automatically when stock fits and cannot be cancelled',
    idempotent: true,
    movesMoney: true,
    body: z.strictObject({
      robuxAmount: OrderRobux,
      maxRatePerThousand: OrderRate,
      gamepassUrl: GamepassUrl,
      buyerCookie: z.optional(CookieText),
    }),
    status: 201,
    reply: PreOrder,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/admin/pre-orders/{id}/close',
    access: 'owner',
    summary:
      'Close a pre-order with a reason for its buyer. A matched one keeps its order, but never waits again',
    stepUp: 'always',
    idempotent: true,
    params: ById,
    body: z.strictObject({ reason: Reason }),
    reply: PreOrder,
  }),
};
