import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  ById,
  CookieText,
  DollarsPer1000,
  DollarText,
  Paging,
  RateIn,
  RobuxIn,
  RobuxText,
  Search,
  Side,
  Time,
  TranslatedRefusal,
} from './fields.ts';
import { GamepassUrl } from './gamepasses.ts';
import { filledListOf } from './lists.ts';
import { OrderRate, OrderRobux } from './order-size.ts';

/** What happened to an order. */
export const OrderEventCode = z.enum([
  'placed',
  'matched',
  'buying',
  'buying_again',
  'answer_lost',
  'escalated',
  'failing',
  'reassigning',
  'reassigned',
  'manual',
  'manual_moved',
  'manual_rests',
  'manual_claimed',
  'manual_wrong_price',
  'bought',
  'waiting',
  'failed',
]);
export type OrderEventCode = z.output<typeof OrderEventCode>;

const OrderEvent = z.object({
  at: Time,
  code: OrderEventCode,
  /** The event in words. */
  what: z.string(),
  /** The seller's deadline that `what` names. Missing in other events, and where an event names its part of a split order. */
  until: z.optional(Time),
});

export const RobuxOrder = z.object({
  id: z.string(),
  accountId: z.nullable(z.string()),
  buyerId: z.string(),
  robuxAmount: RobuxText,
  /** Present only when the order was completed with fewer Robux than requested. */
  requestedRobux: z.optional(RobuxText),
  /** Dollars, two decimals. */
  totalPrice: DollarText,
  ratePerThousand: DollarsPer1000,
  status: z.enum(['pending', 'processing', 'completed', 'failed']),
  failureReason: z.nullable(z.string()),
  gamepassUrl: z.string(),
  gamepassName: z.string(),
  createdAt: Time,
  completedAt: z.nullable(Time),
  /** Present only while the seller must buy the gamepass in their own browser: the deadline. */
  deadline: z.optional(Time),
  /** Present with `deadline`, for the seller: address of the gamepass. */
  storeUrl: z.optional(z.string()),
  /** Present while staff decide about the order. Buyer and seller can only wait. */
  inReview: z.optional(z.literal(true)),
  events: z.array(OrderEvent),
});
export type RobuxOrder = z.output<typeof RobuxOrder>;

/** A basket has at most this many gamepasses. */
export const MAX_BASKET = 20;

/** What happened to one gamepass of a basket. */
export const BasketOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('placed'), order: RobuxOrder }),
  z.object({
    outcome: z.literal('refused'),
    /** Code and message of the refusal, as of a single order. */
    code: z.string(),
    message: z.string(),
    hint: z.optional(z.string()),
    translated: TranslatedRefusal,
  }),
]);
export type BasketOutcome = z.output<typeof BasketOutcome>;

/** Whose orders a list has. */
const Whose = {
  role: z.optional(Side),
  /** '1': orders of all users. Ignored unless the caller is staff. */
  all: z.optional(z.string()),
};

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/api/robux/orders',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'Own orders as buyer or seller, newest first',
    query: z.object({
      ...Whose,
      ...Paging,
      /** The id of an order, or a part of the name or id of its gamepass. */
      search: Search,
      /** '1': only orders that the seller must buy in their own browser. */
      byHand: z.optional(z.string()),
    }),
    reply: z.array(RobuxOrder),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/robux/orders/{id}',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'One order with its timeline',
    params: ById,
    query: z.object(Whose),
    reply: RobuxOrder,
  }),
  place: endpoint({
    method: 'POST',
    path: '/api/robux/orders',
    access: 'buyer',
    scope: 'trade',
    summary: "Buy Robux: the money is held, and a seller's account buys the gamepass",
    idempotent: true,
    movesMoney: true,
    body: z.strictObject({
      robuxAmount: OrderRobux,
      /** Maximum rate. Without it the best rate that can fill the order is used. */
      ratePerThousand: z.optional(OrderRate),
      gamepassUrl: GamepassUrl,
      buyerCookie: z.optional(CookieText),
    }),
    status: 201,
    reply: RobuxOrder,
  }),
  placeBasket: endpoint({
    method: 'POST',
    path: '/api/robux/orders/together',
    access: 'buyer',
    scope: 'trade',
    summary:
      'Place an order for each gamepass of a basket. Nothing is placed unless the balance covers all of them at their maximum rates',
    idempotent: true,
    movesMoney: true,
    perMinute: 10,
    body: z.strictObject({
      items: filledListOf(
        z.strictObject({
          robuxAmount: RobuxIn,
          /** Maximum rate. */
          ratePerThousand: RateIn,
          gamepassUrl: GamepassUrl,
        }),
        MAX_BASKET,
      ),
    }),
    /** One outcome for each item, in their order. */
    reply: z.object({ items: z.array(BasketOutcome) }),
  }),
  bought: endpoint({
    method: 'POST',
    path: '/api/robux/orders/{id}/bought',
    access: 'seller',
    scope: 'trade',
    summary: 'Report that the seller has bought the gamepass of a manual order, which is then checked',
    params: ById,
    idempotent: true,
    movesMoney: true,
    reply: RobuxOrder,
  }),
};
