import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, DollarsPer1000, FileReply, TimeZone } from './fields.ts';
import { t } from './texts.ts';

/** What a buyer paid in a period. Orders and trades count when they end. */
const Spent = {
  /** Dollars of completed Robux orders. */
  robuxSpent: Dollars,
  /** Dollars of completed trades of listings. */
  listingsSpent: Dollars,
  /** Dollars of both. */
  spent: Dollars,
  /** Robux of completed orders. */
  robux: z.number(),
  /** Completed Robux orders. */
  orders: z.number(),
  /** Completed trades of listings. */
  trades: z.number(),
  /** Dollars per 1000 Robux, weighted by volume; null without a completed order. */
  averageRate: z.nullable(DollarsPer1000),
  /** Dollars that came back from failed orders and cancelled trades. They are not part of what was spent. */
  refunded: Dollars,
  /** Orders and trades whose money came back, in part or in full. */
  refunds: z.number(),
};

export const SpendingMonth = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  ...Spent,
});
export type SpendingMonth = z.output<typeof SpendingMonth>;

export const SpendingPass = z.object({
  /** Roblox's id of the gamepass. */
  passId: z.string(),
  /** Name and address as in the latest order. */
  name: z.string(),
  url: z.string(),
  spent: Dollars,
  robux: z.number(),
  orders: z.number(),
});
export type SpendingPass = z.output<typeof SpendingPass>;

export const Spending = z.object({
  year: z.number(),
  /** Years with an ended order or trade, and the present year; newest first. */
  years: z.array(z.number()),
  /** January to December. In the present year the later months are absent. */
  months: z.array(SpendingMonth),
  total: z.object(Spent),
  /** The ten gamepasses with the most dollars spent in this year, most first. */
  passes: z.array(SpendingPass),
});
export type Spending = z.output<typeof Spending>;

const OfYear = z.object({
  /** Four digits; the present year by default. */
  year: z.optional(z.string().check(z.regex(/^20\d\d$/, t('must be a year from 2000 to 2099')))),
  tz: TimeZone,
});

export const spending = {
  read: endpoint({
    method: 'GET',
    path: '/api/wallet/spending',
    access: 'signed-in',
    scope: 'read',
    summary: 'What the user spent as a buyer: by month of a year, in total, and by gamepass',
    query: OfYear,
    reply: Spending,
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/wallet/spending.csv',
    access: 'signed-in',
    scope: 'read',
    summary: 'The months of the own spending report as CSV',
    query: OfYear,
    reply: FileReply,
  }),
};
