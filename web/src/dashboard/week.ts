import type { BuyerWeek, SellerWeek } from '@sterling/contract/stats.ts';
import { format } from 'date-fns/format';
import { formatCents, formatUsd, formatWhole } from '../format.ts';

/** One day of a chart. */
export interface Point {
  readonly day: string;
  /** Null for a day that is still to come. */
  readonly value: number | null;
  /** The full figure in words. */
  readonly text: string;
}

/** A buyer's Robux by day, up to today (`2026-11-21`). */
export const robuxPoints = ({ days }: Pick<BuyerWeek, 'days'>, today: string): Point[] =>
  days.map(({ day, date, robux }) => ({
    day,
    value: date > today ? null : robux,
    text: `${formatWhole(robux)} R$`,
  }));

/** A seller's revenue by day, up to today, with how many sales earned it. */
export const revenuePoints = ({ days }: Pick<SellerWeek, 'days'>, today: string): Point[] =>
  days.map(({ day, date, revenue, sales }) => ({
    day,
    value: date > today ? null : revenue,
    text: `${formatUsd(revenue)}, ${sales} ${sales === 1 ? 'sale' : 'sales'}`,
  }));

/** Robux of the whole week. */
export const robuxOf = ({ days }: Pick<BuyerWeek, 'days'>): number =>
  days.reduce((sum, { robux }) => sum + robux, 0);

/** What 1,000 Robux have cost on average; nothing before the first ones. */
export function averageRate({ totalSpent, totalRobux }: Totals): string | undefined {
  if (totalRobux === 0) return undefined;
  return `${formatCents(Math.round((Math.round(totalSpent * 100) * 1000) / totalRobux))} per 1K`;
}

type Totals = Pick<BuyerWeek['totals'], 'totalSpent' | 'totalRobux'>;

/** The reader's own date, as the server names the days of their time zone. */
export const today = (): string => format(new Date(), 'yyyy-MM-dd');

/** `+12.5%`, `-3.0%`; null when nothing changed, for then nothing is shown. */
export function changeText(percent: number): string | null {
  const text = percent.toFixed(1);
  if (Number(text) === 0) return null;
  return `${percent > 0 ? '+' : ''}${text}%`;
}

/** Shown as they are while nothing is known: a failed load has no message. */
export const NO_BUYER_WEEK: BuyerWeek = {
  role: 'buyer',
  days: [],
  change: 0,
  totals: {
    totalRobux: 0,
    totalSpent: 0,
    completedOrders: 0,
    totalOrders: 0,
    activeOrders: 0,
    pendingOrders: 0,
  },
};

export const NO_SELLER_WEEK: SellerWeek = {
  role: 'seller',
  days: [],
  change: 0,
  totals: { totalEarnings: 0, totalSales: 0, activeListings: 0 },
};
