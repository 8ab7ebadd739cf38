import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Time } from './fields.ts';
import { AggregatedRate } from './market.ts';

export const Status = z.object({
  mode: z.enum(['sandbox', 'production']),
  maintenance: z.boolean(),
  stopped: z.boolean(),
  /** The owner's announcement to all users. It disappears at `until`. */
  announcement: z.optional(z.object({ text: z.string(), until: z.nullable(Time) })),
  marketplaceFeePercent: z.number(),
  /** Minutes that a seller has for a manual order. */
  manualDeadlineMinutes: z.number(),
  /** Invite to the community's Discord server, if there is one. */
  discordInviteUrl: z.optional(z.string()),
  /** Address of a transaction in a Litecoin explorer, with {txid} in place of the id, if there is one. */
  litecoinExplorerUrl: z.optional(z.string()),
  sandboxUrl: z.optional(z.string()),
  /** Whether there is a page with the proof of reserves. */
  publishesReserves: z.boolean(),
});
export type Status = z.output<typeof Status>;

export const PlatformStats = z.object({
  totalRobuxSold: z.number(),
  totalUsers: z.number(),
  /** The five cheapest rows of the market. */
  rates: z.array(AggregatedRate),
  /** Same as `/api/status`, so that a page that polls the counters learns of a change. */
  status: Status,
});

export const platform = {
  stats: endpoint({
    method: 'GET',
    path: '/api/platform-stats',
    access: 'anonymous',
    scope: 'read',
    summary: 'Public counters and the cheapest rates',
    reply: PlatformStats,
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/status',
    access: 'anonymous',
    scope: 'read',
    summary: 'State of the site: mode, maintenance, emergency stop',
    reply: Status,
  }),
};
