import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, DollarsPer1000, Side, Time, TimeZone } from './fields.ts';

export const UserStats = z.object({
  userId: z.string(),
  /** Dollars earned by completed sales: listings (net of the fee) and Robux orders. */
  totalEarnings: Dollars,
  /** Completed trades and Robux orders of this side. */
  totalTransactions: z.number(),
  /** Own active listings. */
  totalListings: z.number(),
  /** Average rating by buyers, one decimal; null without ratings. */
  averageRating: z.nullable(z.number()),
  /** Same as `averageRating`. */
  rating: z.nullable(z.number()),
  /** Percentage of this side's ended trades and orders that were completed, one decimal; null before the first. */
  successRate: z.nullable(z.number()),
});
export type UserStats = z.output<typeof UserStats>;

const DayName = z.enum(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
/** A day of the week. Orders and trades count on the day of their completion. */
const Day = { day: DayName, date: z.string() };
/** Change in percent of the days so far against the same days of last week, one decimal; 0 when those were empty. */
const change = z.number();

export const BuyerWeek = z.object({
  role: z.literal('buyer'),
  /** Monday to Sunday. */
  days: z.array(z.object({ ...Day, robux: z.number() })),
  /** Robux of last week's days, Monday to Sunday. */
  lastWeek: z.array(z.number()),
  change,
  /** Of all time. */
  totals: z.object({
    /** Robux of completed orders. */
    totalRobux: z.number(),
    /** Dollars of completed orders. */
    totalSpent: Dollars,
    completedOrders: z.number(),
    totalOrders: z.number(),
    /** Pending and processing. */
    activeOrders: z.number(),
    pendingOrders: z.number(),
    /** In any state. */
    preOrders: z.number(),
  }),
});
export type BuyerWeek = z.output<typeof BuyerWeek>;

export const SellerWeek = z.object({
  role: z.literal('seller'),
  /** Monday to Sunday: earned dollars and number of sales. */
  days: z.array(z.object({ ...Day, revenue: Dollars, sales: z.number() })),
  /** Revenue of last week's days, Monday to Sunday. */
  lastWeek: z.array(Dollars),
  change,
  /** Of all time. */
  totals: z.object({
    /** Completed trades net of the fee, and completed orders. */
    totalEarnings: Dollars,
    /** Robux of completed orders. */
    totalSales: z.number(),
    /** Roblox accounts. */
    activeListings: z.number(),
    accountsForSale: z.number(),
  }),
});
export type SellerWeek = z.output<typeof SellerWeek>;

/** Completed Robux orders of a period. */
const Traded = {
  robux: z.number(),
  /** Total dollars. */
  volume: Dollars,
  orders: z.number(),
  /** Dollars per 1000 Robux, weighted by volume; null without orders. */
  averageRate: z.nullable(DollarsPer1000),
};

export const RateHistory = z.object({
  /** One entry per day up to today (`2026-11-21`), or per hour of the last 24 (`2026-11-21T17:00`), oldest first. */
  days: z.array(z.object({ date: z.string(), ...Traded })),
  totals: z.object({
    ...Traded,
    /** Change of the volume in percent against the preceding period; null when that was empty. */
    volumeChange: z.nullable(z.number()),
  }),
});
export type RateHistory = z.output<typeof RateHistory>;

/** How many days. One day is shown by hour. */
export const RateDays = z.enum(['1', '7', '30', '90']);
export type RateDays = z.output<typeof RateDays>;
export const DEFAULT_RATE_DAYS: RateDays = '30';

export const Ticker = z.object({
  /** Rate of the latest completed order; null before the first. */
  last: z.nullable(DollarsPer1000),
  /** Change of that rate in percent against the latest order at least 24 hours old; null without one. */
  change: z.nullable(z.number()),
  /** The latest completed orders, newest first. */
  trades: z.array(z.object({ at: Time, robux: z.number(), rate: DollarsPer1000 })),
  /** The caller's cheapest account for sale among all accounts for sale; null without one. */
  position: z.nullable(z.object({ rank: z.number(), rate: DollarsPer1000, aboveBest: DollarsPer1000 })),
});
export type Ticker = z.output<typeof Ticker>;

export const stats = {
  user: endpoint({
    method: 'GET',
    path: '/api/users/stats',
    access: 'signed-in',
    scope: 'read',
    summary: 'Own totals as buyer or seller; the present role by default',
    query: z.object({ role: z.optional(Side) }),
    reply: UserStats,
  }),
  week: endpoint({
    method: 'GET',
    path: '/api/stats/week',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'Data of the dashboards; the present role by default',
    query: z.object({ role: z.optional(Side), tz: TimeZone }),
    reply: z.discriminatedUnion('role', [BuyerWeek, SellerWeek]),
  }),
  rates: endpoint({
    method: 'GET',
    path: '/api/stats/rates',
    access: 'signed-in',
    scope: 'read',
    summary: 'Rates and volume of the whole market per day, or per hour of one day',
    query: z.object({ days: z.optional(RateDays), tz: TimeZone }),
    reply: RateHistory,
  }),
  ticker: endpoint({
    method: 'GET',
    path: '/api/stats/ticker',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: "The latest rate and completed orders of the market, and the caller's own position as a seller",
    reply: Ticker,
  }),
};
