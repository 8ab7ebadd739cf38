import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, FileReply } from './fields.ts';

/** The last 30 days by day, 13 weeks by week or 12 months by month, or everything by month. Weeks begin on Monday. Times are UTC. */
export const BusinessRange = z.enum(['30d', '13w', '12m', 'all']);
export type BusinessRange = z.output<typeof BusinessRange>;

/** What a period brought. The ledger books it when an order or a trade completes and when a withdrawal is confirmed. */
const Flow = {
  /** Completed Robux orders. The completed parts of a split order are one order, on the day of the last one. */
  orders: z.number(),
  /** Completed trades of listings. */
  trades: z.number(),
  /** Robux of completed orders. */
  robux: z.number(),
  /** Dollars that buyers paid for completed orders and trades. */
  volume: Dollars,
  /** Percentage fees of withdrawals, less those of withdrawals that were returned. */
  withdrawalFees: Dollars,
  marketplaceFees: Dollars,
  /** What withdrawals paid for the network. */
  networkFees: Dollars,
  /** The three fees together. */
  revenue: Dollars,
  /** What our Litecoin transactions cost: payouts and sweeps, at the price of their time. */
  networkCosts: Dollars,
  affiliateShares: Dollars,
  /** Purchases that an owner paid although their order had moved on. */
  latePurchases: Dollars,
  /** The three costs together. */
  costs: Dollars,
  /** Revenue less costs. */
  margin: Dollars,
  /** Margin in percent of the volume, two decimals; null without volume. */
  marginShare: z.nullable(z.number()),
  /** What corrections, forfeited money and clean-ups brought the house. It is no part of the margin. */
  adjustments: Dollars,
};

export const BusinessFlow = z.object(Flow);
export type BusinessFlow = z.output<typeof BusinessFlow>;

export const Business = z.object({
  unit: z.enum(['day', 'week', 'month']),
  /** Oldest first; `date` is the first day of the period. The last one is not over yet. */
  periods: z.array(z.object({ date: z.string(), ...Flow })),
  totals: BusinessFlow,
  /** The same length of time before, up to the same day; null for everything. */
  before: z.nullable(BusinessFlow),
});
export type Business = z.output<typeof Business>;

/**
 * How far people come. A deleted account still counts, with what its owner did. People whom a clean-up of the database removed do not
 * count. An order is a Robux order or a purchase of a listing.
 */
export const Growth = z.object({
  /** Users who joined in the range, and how many of them reached each step so far. */
  funnel: z.object({
    joined: z.number(),
    /** Money arrived in their buyer wallet. */
    funded: z.number(),
    /** They placed an order. */
    ordered: z.number(),
    /** An order of theirs completed. */
    completed: z.number(),
    /** They placed another one as well. */
    repeated: z.number(),
  }),
  /** By month of joining (`2026-11`), oldest first, at most twelve. Months without new users are missing. */
  cohorts: z.array(
    z.object({
      month: z.string(),
      joined: z.number(),
      /** How many of them placed an order in the month of joining, in the month after, and so on up to this month. */
      ordered: z.array(z.number()),
    }),
  ),
});
export type Growth = z.output<typeof Growth>;

const query = z.object({ range: z.optional(BusinessRange) });

export const business = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/business',
    access: 'admin',
    summary: 'Volume, revenue, costs and margin over time; the last 30 days by default',
    query,
    reply: Business,
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/admin/business.csv',
    access: 'admin',
    summary: 'Volume, revenue, costs and margin over time as CSV',
    query,
    reply: FileReply,
  }),
  growth: endpoint({
    method: 'GET',
    path: '/api/admin/growth',
    access: 'admin',
    summary: 'How many new users fund their wallet and order, and how many order again in later months',
    query,
    reply: Growth,
  }),
};
