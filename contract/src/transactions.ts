import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Direction, Dollars, DollarsIn, Id, Paging, Search, Time, Words } from './fields.ts';

/** Where a trade stands; it is open in the first three. */
export const Stage = z.enum(['pending', 'delivered', 'disputed', 'completed', 'cancelled', 'failed']);
export type Stage = z.output<typeof Stage>;

/** The required words: what is delivered or disputed shows as pending, with its `stage` beside it. */
export const TransactionStatus = z.enum(['pending', 'completed', 'cancelled', 'failed']);
export type TransactionStatus = z.output<typeof TransactionStatus>;

/** The purchase of a listing. */
export const Transaction = z.object({
  id: z.string(),
  listingId: z.string(),
  sellerId: z.string(),
  buyerId: z.string(),
  /** Seen by its seller a sale, by everyone else a purchase. */
  type: z.enum(['purchase', 'sale']),
  title: z.string(),
  description: z.string(),
  /** One listing. */
  quantity: z.number(),
  /** What the listing held. */
  units: z.number(),
  pricePerUnit: Dollars,
  /** What the buyer pays. */
  totalAmount: Dollars,
  /** What this side pays or gets: for the seller the total less the fee. */
  amount: Dollars,
  /** Dollars as text, two decimals; the seller bears it. */
  platformFee: z.string(),
  status: TransactionStatus,
  stage: Stage,
  /** From then on the buyer may cancel what was not delivered. */
  deliverBy: Time,
  /** When a delivered trade is confirmed by itself. */
  confirmAt: z.nullable(Time),
  rating: z.nullable(z.object({ stars: z.number(), comment: z.nullable(z.string()) })),
  createdAt: Time,
  endedAt: z.nullable(Time),
});
export type Transaction = z.output<typeof Transaction>;

export const TransactionEvent = z.object({
  at: Time,
  by: z.enum(['buyer', 'seller', 'staff', 'system']),
  /** 'Message' for a message, else what happened. */
  what: z.string(),
  /** What the person wrote with it. */
  text: z.nullable(z.string()),
});
export type TransactionEvent = z.output<typeof TransactionEvent>;

/** A trade with all that happened and was said, oldest first. */
export const TransactionWithEvents = z.extend(Transaction, { events: z.array(TransactionEvent) });
export type TransactionWithEvents = z.output<typeof TransactionWithEvents>;

/** A step of a trade. A stranger gets 404, the other party 403, and a wrong stage 409. */
const step = <Body extends z.ZodMiniType>(
  name: string,
  summary: string,
  body: Body,
  access: 'signed-in' | 'admin' = 'signed-in',
) =>
  endpoint({
    method: 'POST',
    path: `/api/transactions/{id}/${name}`,
    access,
    summary,
    idempotent: true,
    params: ById,
    body,
    reply: TransactionWithEvents,
  });

export const transactions = {
  list: endpoint({
    method: 'GET',
    path: '/api/transactions',
    access: 'signed-in',
    summary: 'Own trades as buyer or seller, newest first',
    query: z.object({
      ...Paging,
      /** Only those as this side. */
      role: z.optional(z.enum(['buyer', 'seller'])),
      /** '1': everyone's, for admin and owner; ignored from others. */
      all: z.optional(z.string()),
      status: z.optional(TransactionStatus),
      stage: z.optional(Stage),
      /** Looked for in title and id. */
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
    summary: 'One trade with its events and messages; to its parties and to staff',
    params: ById,
    reply: TransactionWithEvents,
  }),
  buy: endpoint({
    method: 'POST',
    path: '/api/transactions',
    access: 'buyer',
    summary: 'Buy a listing: the money is held until it is delivered and confirmed',
    idempotent: true,
    body: z.strictObject({
      listingId: Id,
      sellerId: Id,
      quantity: z.literal([1, '1'], { error: 'must be 1' }),
      pricePerUnit: DollarsIn,
      /** The listing's totalPrice. */
      totalAmount: DollarsIn,
      /** The marketplace fee of it; another one than the server's is refused. */
      platformFee: DollarsIn,
    }),
    status: 201,
    reply: TransactionWithEvents,
  }),
  deliver: step('deliver', 'The seller has delivered', z.strictObject({ note: z.optional(Words) })),
  confirm: step('confirm', 'The buyer has received it: the seller is paid', z.strictObject({})),
  cancel: step(
    'cancel',
    'Give the money back: the seller while nothing is delivered, the buyer once the time to deliver is over',
    z.strictObject({}),
  ),
  dispute: step(
    'dispute',
    'The buyer has not received what was delivered',
    z.strictObject({ reason: Words }),
  ),
  messages: step('messages', 'Write to the other party', z.strictObject({ text: Words })),
  resolve: step(
    'resolve',
    'Rule on a dispute: the buyer gets the money back, or the seller is paid',
    z.strictObject({ outcome: z.enum(['buyer', 'seller']), reason: Words }),
    'admin',
  ),
  rate: step(
    'rate',
    'The buyer rates a completed trade, once',
    z.strictObject({
      stars: z.int().check(z.minimum(1), z.maximum(5)),
      comment: z.optional(Words),
    }),
  ),
};
