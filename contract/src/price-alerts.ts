import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, DollarsPer1000, RateIn, RobuxIn, Success, Time } from './fields.ts';

/** Price alerts that one person can have, with those that were met. */
export const MAX_PRICE_ALERTS = 20;

/** A wish to be told once when a number of Robux is for sale at a rate. */
export const PriceAlert = z.object({
  id: z.string(),
  /** Robux that must be for sale from all accounts together. The person's own accounts do not count. */
  robuxAmount: z.number(),
  /** The highest rate of these Robux. */
  ratePerThousand: DollarsPer1000,
  createdAt: Time,
  /** When the person was told, and how many Robux were for sale then. Null while the alert waits. */
  met: z.nullable(z.object({ at: Time, robux: z.number() })),
});
export type PriceAlert = z.output<typeof PriceAlert>;

export const priceAlerts = {
  list: endpoint({
    method: 'GET',
    path: '/api/price-alerts',
    access: 'signed-in',
    scope: 'read',
    summary: 'Own price alerts, newest first',
    reply: z.array(PriceAlert),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/price-alerts',
    access: 'signed-in',
    scope: 'trade',
    summary: 'Be told once when at least a number of Robux is for sale at a rate or less',
    body: z.strictObject({ robuxAmount: RobuxIn, ratePerThousand: RateIn }),
    status: 201,
    reply: PriceAlert,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/price-alerts/{id}',
    access: 'signed-in',
    scope: 'trade',
    summary: 'Delete an own price alert',
    params: ById,
    reply: Success,
  }),
};
