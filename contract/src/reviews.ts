import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Direction, line, Paging, Time } from './fields.ts';

/** What staff decides: an admin disputes, manual orders and reports, the owner all of them. A house payment is a sweep, or what speeds a withdrawal up; off platform is a seller whose trade Roblox objected to. */
export const ReviewKind = z.enum([
  'withdrawal',
  'reversal',
  'correction',
  'dispute',
  'manual_order',
  'report',
  'house_payment',
  'off_platform',
]);
export type ReviewKind = z.output<typeof ReviewKind>;

export const ReviewState = z.enum(['open', 'approved', 'rejected', 'overtaken']);
export type ReviewState = z.output<typeof ReviewState>;

export const Review = z.object({
  id: z.string(),
  kind: ReviewKind,
  /** The withdrawal, deposit, … that it is about. */
  subjectId: z.string(),
  userId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  /** Overtaken: what happened meanwhile has decided it. */
  state: ReviewState,
  /** All that is known, by kind: what the subject is now, and what was known when the review was opened. */
  facts: z.record(z.string(), z.unknown()),
  reason: z.nullable(z.string()),
  /** Name of who decided. */
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
    summary: 'What staff has to decide, or has decided with `?state=`; newest first unless `?dir=asc`',
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
    summary: 'Approve or reject; money matters are the owner’s',
    params: ById,
    idempotent: true,
    body: z.strictObject({ decision: z.enum(['approve', 'reject']), reason: line(500) }),
    reply: Review,
  }),
};
