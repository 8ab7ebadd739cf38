import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Dollars, DollarsPer1000, RateIn, RobuxIn, Success, Time, TimeZone } from './fields.ts';
import { GamepassUrl } from './gamepasses.ts';

/** Standing orders that one person can have. */
export const MAX_STANDING_ORDERS = 20;
/** After this many skipped rounds in a row, a standing order is paused. */
export const SKIPS_BEFORE_PAUSE = 3;
/** Rounds that a standing order shows. */
export const ROUNDS_SHOWN = 5;

export const StandingRound = z.object({
  /** The time for which the round was planned. */
  dueAt: Time,
  outcome: z.enum(['placed', 'skipped']),
  /** Why the round was skipped, as text for users. */
  reason: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
});
export type StandingRound = z.output<typeof StandingRound>;

/** An order that is placed every week. */
export const StandingOrder = z.object({
  id: z.string(),
  robuxAmount: z.number(),
  /** Maximum rate. */
  ratePerThousand: DollarsPer1000,
  /** Price at the maximum rate. */
  maxTotal: Dollars,
  gamepassUrl: z.string(),
  gamepassName: z.string(),
  /** From 1 (Monday) to 7 (Sunday). */
  weekday: z.number(),
  hour: z.number(),
  tz: z.string(),
  /** Null while it is paused. */
  nextAt: z.nullable(Time),
  /**
   * Why it is paused: by the person, because three rounds in a row were skipped, because a backup was restored, or because the person
   * was signed out everywhere. Null while it is not.
   */
  pausedBecause: z.nullable(z.enum(['person', 'skipped', 'restored', 'signed_out'])),
  createdAt: Time,
  /** The latest rounds, newest first. */
  rounds: z.array(StandingRound),
});
export type StandingOrder = z.output<typeof StandingOrder>;

/** Only a session changes standing orders, because they would outlive a revoked API token. */
export const standingOrders = {
  list: endpoint({
    method: 'GET',
    path: '/api/standing-orders',
    access: 'signed-in',
    scope: 'read',
    summary: 'Own standing orders with their latest rounds, newest first',
    reply: z.array(StandingOrder),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/standing-orders',
    access: 'buyer',
    summary:
      'Place an order every week on a day and hour. A round that cannot be placed is skipped with a notice',
    body: z.strictObject({
      robuxAmount: RobuxIn,
      ratePerThousand: RateIn,
      gamepassUrl: GamepassUrl,
      weekday: z.int().check(z.minimum(1), z.maximum(7)),
      hour: z.int().check(z.minimum(0), z.maximum(23)),
      tz: TimeZone,
    }),
    status: 201,
    idempotent: true,
    movesMoney: true,
    reply: StandingOrder,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/standing-orders/{id}',
    access: 'signed-in',
    summary: 'Pause or resume an own standing order. It resumes with the next planned time',
    params: ById,
    body: z.strictObject({ isPaused: z.boolean() }),
    reply: StandingOrder,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/standing-orders/{id}',
    access: 'signed-in',
    summary: 'Delete an own standing order. Orders that it placed continue',
    params: ById,
    reply: Success,
  }),
};
