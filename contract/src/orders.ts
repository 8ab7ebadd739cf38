import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, CookieText, Dollars, line, Paging, RateIn, RobuxIn, Time } from './fields.ts';

export const Gamepass = z.object({
  name: z.string(),
  price: z.number(),
  id: z.string(),
  productId: z.string(),
  creatorName: z.string(),
  /** A group's gamepass pays the group. */
  creatorType: z.enum(['User', 'Group']),
  /** Robux that the creator receives after Roblox's fee of 30%. */
  receives: z.number(),
});
export type Gamepass = z.output<typeof Gamepass>;

/** The gamepasses on sale of a Roblox user or an experience. */
export const FoundPasses = z.object({
  /** The user's name as Roblox writes it; null for an experience. */
  owner: z.nullable(z.string()),
  passes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z.number(),
      url: z.string(),
      creatorName: z.string(),
    }),
  ),
  /** Gamepasses that are not on sale. */
  offSale: z.number(),
  /** False if there are more than the search read. */
  isComplete: z.boolean(),
});
export type FoundPasses = z.output<typeof FoundPasses>;

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

export const OrderEvent = z.object({
  at: Time,
  code: OrderEventCode,
  /** The event in words. */
  what: z.string(),
});

export const RobuxOrder = z.object({
  id: z.string(),
  accountId: z.nullable(z.string()),
  buyerId: z.string(),
  /** Digits. */
  robuxAmount: z.string(),
  /** Digits. Present only when the order was completed with fewer Robux than requested. */
  requestedRobux: z.optional(z.string()),
  /** Dollars, two decimals. */
  totalPrice: z.string(),
  ratePerThousand: Dollars,
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
  events: z.array(OrderEvent),
});
export type RobuxOrder = z.output<typeof RobuxOrder>;

const Side = {
  role: z.optional(z.enum(['buyer', 'seller'])),
  /** '1': orders of all users. Ignored unless the caller is staff. */
  all: z.optional(z.string()),
};

export const gamepass = {
  validate: endpoint({
    method: 'POST',
    path: '/api/gamepass/validate',
    access: 'signed-in',
    summary: 'Look a gamepass up by its address or id',
    body: z.strictObject({
      url: z.string({ error: 'Invalid gamepass URL' }).check(z.maxLength(2000, 'Invalid gamepass URL')),
    }),
    reply: Gamepass,
    readOnly: true,
    perMinute: 60,
  }),
  find: endpoint({
    method: 'POST',
    path: '/api/gamepass/find',
    access: 'signed-in',
    summary: 'List the gamepasses on sale of a Roblox user or an experience',
    body: z.strictObject({
      /** A username, or the address of a profile or an experience. */
      from: line(2000),
    }),
    reply: FoundPasses,
    readOnly: true,
    // each search makes up to five calls to Roblox
    perMinute: 20,
  }),
};

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/api/robux/orders',
    access: 'signed-in',
    polled: true,
    summary: 'Own orders as buyer or seller, newest first',
    query: z.object({
      ...Side,
      ...Paging,
      /** '1': only orders that the seller must buy in their own browser. */
      byHand: z.optional(z.string()),
    }),
    reply: z.array(RobuxOrder),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/robux/orders/{id}',
    access: 'signed-in',
    polled: true,
    summary: 'One order with its timeline',
    params: ById,
    query: z.object(Side),
    reply: RobuxOrder,
  }),
  place: endpoint({
    method: 'POST',
    path: '/api/robux/orders',
    access: 'buyer',
    summary: "Buy Robux: the money is held, and a seller's account buys the gamepass",
    idempotent: true,
    body: z.strictObject({
      robuxAmount: RobuxIn,
      gamepassUrl: z
        .string({ error: 'Invalid gamepass URL' })
        .check(z.maxLength(2000, 'Invalid gamepass URL')),
      /** Maximum rate. Without it the best rate that can fill the order is used. */
      ratePerThousand: z.optional(RateIn),
      buyerCookie: z.optional(CookieText),
    }),
    status: 201,
    reply: RobuxOrder,
  }),
  bought: endpoint({
    method: 'POST',
    path: '/api/robux/orders/{id}/bought',
    access: 'seller',
    summary: 'Report that the seller has bought the gamepass of a manual order, which is then checked',
    params: ById,
    idempotent: true,
    reply: RobuxOrder,
  }),
};
