import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Direction, Dollars, Paging, Reason, Time } from './fields.ts';

/** Kinds of decisions. Owners decide all of them, admins those that are not in `OWNER_REVIEW_KINDS`. */
export const ReviewKind = z.enum([
  'withdrawal',
  'reversal',
  'correction',
  'dispute',
  'manual_order',
  'report',
  /** An internal transfer is refused or stuck: a sweep, or a transaction that speeds up or cancels a payment. */
  'house_payment',
  /** Roblox has objected to a seller's sales. */
  'off_platform',
  'foreign_spend',
  'book_difference',
  'coin_difference',
  'low_reserves',
  'ownerless_deposit',
  'restore',
  /** Roblox shows a seller's purchase only after the order has moved on. */
  'late_purchase',
]);
export type ReviewKind = z.output<typeof ReviewKind>;

/** Kinds that only an owner decides, because they are about money of the house or of many users. */
export const OWNER_REVIEW_KINDS: readonly ReviewKind[] = [
  'withdrawal',
  'reversal',
  'house_payment',
  'foreign_spend',
  'book_difference',
  'coin_difference',
  'low_reserves',
  'ownerless_deposit',
  'restore',
  'late_purchase',
];

export const ReviewState = z.enum(['open', 'approved', 'rejected', 'overtaken']);
export type ReviewState = z.output<typeof ReviewState>;

/** A party of a disputed trade, with its record in other trades. */
export const DisputeParty = z.object({
  userId: z.string(),
  username: z.string(),
  joinedAt: Time,
  completedTrades: z.number(),
  /** Disputed or undelivered trades that staff decided for this party, and for the other one. */
  disputesWon: z.number(),
  disputesLost: z.number(),
  /** Average stars as a seller, one decimal; null without ratings. */
  rating: z.nullable(z.number()),
  ratings: z.number(),
});
export type DisputeParty = z.output<typeof DisputeParty>;

/** What staff must know to decide about a trade. */
export const Dispute = z.object({
  title: z.string(),
  /** Dollars that the buyer gets back if they win. */
  refund: Dollars,
  /** Dollars that the seller gets if they win: the total less the fee. */
  payment: Dollars,
  boughtAt: Time,
  /** The listing's words, such as '1 hour'. */
  promisedDelivery: z.string(),
  /** Afterwards the buyer may cancel an undelivered trade. */
  deliverBy: Time,
  deliveredAt: z.nullable(Time),
  buyer: DisputeParty,
  seller: DisputeParty,
});
export type Dispute = z.output<typeof Dispute>;

export const Review = z.object({
  id: z.string(),
  kind: ReviewKind,
  /** Id of the withdrawal, deposit, … */
  subjectId: z.string(),
  userId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** 'overtaken': other events have made the decision unnecessary. */
  state: ReviewState,
  /** Facts by kind: the present state of the subject, and what was known when the review was opened. */
  facts: z.record(z.string(), z.unknown()),
  /** Of a dispute; null for other kinds. */
  dispute: z.nullable(Dispute),
  reason: z.nullable(z.string()),
  /** Name of the staff member who decided. */
  decidedBy: z.nullable(z.string()),
  openedAt: Time,
  closedAt: z.nullable(Time),
});
export type Review = z.output<typeof Review>;

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/reviews',
    access: 'admin',
    polled: true,
    summary: 'Open reviews, or those in `?state=`; newest first unless `?dir=asc`',
    query: z.object({
      ...Paging,
      state: z.optional(ReviewState),
      kind: z.optional(ReviewKind),
      dir: Direction,
    }),
    reply: z.array(Review),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/reviews/{id}',
    access: 'admin',
    summary: 'Approve or reject a review; some kinds need an owner',
    stepUp: 'always',
    params: ById,
    idempotent: true,
    movesMoney: true,
    duringStop: true,
    body: z.strictObject({ decision: z.enum(['approve', 'reject']), reason: Reason }),
    reply: Review,
  }),
};
