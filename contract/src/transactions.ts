import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  ById,
  Direction,
  Dollars,
  DollarsIn,
  DollarText,
  Id,
  line,
  MessageText,
  Paging,
  Search,
  Side,
  Time,
} from './fields.ts';
import { t } from './texts.ts';

/** Messages that each party may send in a trade. */
export const MAX_MESSAGES = 200;

/** Stage of a trade. The first three are open. */
export const Stage = z.enum(['pending', 'delivered', 'disputed', 'completed', 'cancelled', 'failed']);
export type Stage = z.output<typeof Stage>;

/** Status as required. Delivered and disputed trades are 'pending'; `stage` tells them apart. */
export const TransactionStatus = z.enum(['pending', 'completed', 'cancelled', 'failed']);
export type TransactionStatus = z.output<typeof TransactionStatus>;

/** The purchase of a listing. */
export const Transaction = z.object({
  id: z.string(),
  listingId: z.string(),
  sellerId: z.string(),
  buyerId: z.string(),
  /** 'sale' for the seller, 'purchase' for everyone else. */
  type: z.enum(['purchase', 'sale']),
  title: z.string(),
  description: z.string(),
  /** Always 1 listing. */
  quantity: z.number(),
  /** Units in the listing. */
  units: z.number(),
  pricePerUnit: Dollars,
  /** Dollars that the buyer pays. */
  totalAmount: Dollars,
  /** Dollars that this side pays or gets. For the seller: the total less the fee. */
  amount: Dollars,
  /** Dollars as text, two decimals. The seller pays it. */
  platformFee: DollarText,
  status: TransactionStatus,
  stage: Stage,
  /** Afterwards the buyer may cancel an undelivered trade. */
  deliverBy: Time,
  /** When a delivered trade is confirmed automatically. Null while staff review it. */
  confirmAt: z.nullable(Time),
  rating: z.nullable(z.object({ stars: z.number(), comment: z.nullable(z.string()) })),
  createdAt: Time,
  endedAt: z.nullable(Time),
});
export type Transaction = z.output<typeof Transaction>;

export const TransactionEvent = z.object({
  at: Time,
  by: z.enum(['buyer', 'seller', 'staff', 'system']),
  /** 'Message' for a message, otherwise what happened. */
  what: z.string(),
  /** Text that the user wrote. */
  text: z.nullable(z.string()),
});
export type TransactionEvent = z.output<typeof TransactionEvent>;

/** Evidence of a party. The picture itself has an address of its own. */
export const Picture = z.object({
  id: z.string(),
  by: Side,
  width: z.number(),
  height: z.number(),
  addedAt: Time,
});
export type Picture = z.output<typeof Picture>;

/** A trade with its events and messages, and its pictures, oldest first. */
export const TransactionWithEvents = z.extend(Transaction, {
  events: z.array(TransactionEvent),
  pictures: z.array(Picture),
  /** Without '#' and the discriminator. */
  buyerName: z.string(),
  /** What the seller says and shows of the item, and promises. */
  listing: z.object({
    /** Without '#' and the discriminator. */
    sellerName: z.string(),
    description: z.nullable(z.string()),
    pictureId: z.nullable(z.string()),
    deliveryTime: z.string(),
  }),
});
export type TransactionWithEvents = z.output<typeof TransactionWithEvents>;

/** A step of a trade. Users outside the trade get 404, the wrong party gets 403, and a wrong stage gets 409. */
const step = <Body extends z.ZodMiniType>(
  name: string,
  summary: string,
  body: Body,
  { access, ...marks }: { access?: 'admin'; movesMoney?: true; protects?: true } = {},
) =>
  endpoint({
    method: 'POST',
    path: `/api/transactions/{id}/${name}`,
    access: access ?? 'signed-in',
    summary,
    ...(access === 'admin' ? { stepUp: 'always' as const } : { scope: 'trade' as const }),
    idempotent: true,
    ...marks,
    params: ById,
    body,
    reply: TransactionWithEvents,
  });

export const transactions = {
  list: endpoint({
    method: 'GET',
    path: '/api/transactions',
    access: 'signed-in',
    scope: 'read',
    summary: 'Own trades as buyer or seller, newest first',
    query: z.object({
      ...Paging,
      /** Only trades of this side. */
      role: z.optional(Side),
      /** '1': trades of all users. Ignored unless the caller is staff. */
      all: z.optional(z.string()),
      status: z.optional(TransactionStatus),
      stage: z.optional(Stage),
      /** Searches title and id. */
      search: Search,
      sort: z.optional(z.enum(['createdAt', 'title', 'totalAmount', 'stage'])),
      dir: Direction,
    }),
    reply: z.array(Transaction),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/transactions/{id}',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'One trade with its events and messages, for its parties and staff',
    params: ById,
    reply: TransactionWithEvents,
  }),
  buy: endpoint({
    method: 'POST',
    path: '/api/transactions',
    access: 'buyer',
    scope: 'trade',
    summary: 'Buy a listing: the money is held until delivery is confirmed',
    idempotent: true,
    movesMoney: true,
    body: z.strictObject({
      listingId: Id,
      sellerId: Id,
      quantity: z.literal([1, '1'], { error: t('must be 1') }),
      pricePerUnit: DollarsIn,
      /** The listing's totalPrice. */
      totalAmount: DollarsIn,
      /** The expected marketplace fee. Refused if it differs from the server's. */
      platformFee: DollarsIn,
      /** The listing's termsHash. Refused if the seller has changed the listing since. Without it, only seller and amounts are compared. */
      termsHash: z.optional(line(64)),
    }),
    status: 201,
    reply: TransactionWithEvents,
  }),
  deliver: step(
    'deliver',
    'Mark as delivered, by the seller',
    z.strictObject({ note: z.optional(MessageText) }),
  ),
  confirm: step('confirm', 'Confirm receipt, by the buyer: the seller is paid', z.strictObject({}), {
    movesMoney: true,
  }),
  cancel: step(
    'cancel',
    'Refund the buyer: by the seller before delivery, or by the buyer after the delivery deadline',
    z.strictObject({}),
    { movesMoney: true },
  ),
  dispute: step('dispute', 'Dispute a delivery, by the buyer', z.strictObject({ reason: MessageText }), {
    protects: true,
  }),
  messages: step(
    'messages',
    `Send a message to the other party, up to ${MAX_MESSAGES} in a trade`,
    z.strictObject({ text: MessageText }),
  ),
  resolve: step(
    'resolve',
    'End an undelivered or disputed trade, by staff: refund the buyer or pay the seller',
    z.strictObject({ outcome: Side, reason: MessageText }),
    { access: 'admin', movesMoney: true },
  ),
  rate: step(
    'rate',
    'Rate a completed trade once, by the buyer',
    z.strictObject({
      stars: z.int().check(z.minimum(1), z.maximum(5)),
      comment: z.optional(MessageText),
    }),
  ),
};
