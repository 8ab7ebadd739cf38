import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DollarsPer1000Text } from './fields.ts';

export const AggregatedRate = z.object({
  /** Dollars per 1000 Robux, two decimals, such as '3.50'. */
  ratePerThousand: DollarsPer1000Text,
  accountCount: z.number(),
  sellerCount: z.number(),
  totalRobux: z.number(),
  /** Largest order that one account can fill. */
  largestOrder: z.number(),
  /** Largest order that one automatic account can fill. */
  instant: z.number(),
  /** Robux of the automatic accounts that can take part in a split order. A split order needs the buyer's cookie. */
  inParts: z.number(),
});
export type AggregatedRate = z.output<typeof AggregatedRate>;

export const market = {
  aggregated: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts/aggregated',
    access: 'signed-in',
    scope: 'read',
    summary: 'Stock for sale by rate, cheapest first',
    reply: z.array(AggregatedRate),
  }),
};
