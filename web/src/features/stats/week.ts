import type { BuyerWeek, SellerWeek } from '@sterling/contract/stats.ts';
import { format } from 'date-fns/format';
import { centsIn } from '../../data/money.ts';
import type { Point } from '../../kit/charts/plot.ts';
import { formatCents, formatUsd, formatWhole } from '../../kit/format/format.ts';

/** A buyer's Robux by day, up to today (`2026-11-21`). */
export const robuxPoints = (
  { days, lastWeek }: Pick<BuyerWeek, 'days' | 'lastWeek'>,
  today: string,
): Point[] =>
  days.map(({ day, date, robux }, index) => ({
    day,
    value: date > today ? null : robux,
    text: `${formatWhole(robux)} R$`,
    ...earlier(lastWeek, index),
  }));

/** A seller's revenue by day, up to today, with the number of sales. */
export const revenuePoints = (
  { days, lastWeek }: Pick<SellerWeek, 'days' | 'lastWeek'>,
  today: string,
): Point[] =>
  days.map(({ day, date, revenue, sales }, index) => ({
    day,
    value: date > today ? null : revenue,
    text: `${formatUsd(revenue)}, ${sales} ${sales === 1 ? 'sale' : 'sales'}`,
    ...earlier(lastWeek, index),
  }));

/** Last week's value of the same day. An empty week draws no line. */
const earlier = (lastWeek: readonly number[], index: number): Pick<Point, 'earlier'> =>
  lastWeek.some((value) => value > 0) ? { earlier: lastWeek[index] ?? 0 } : {};

export const robuxOf = ({ days }: Pick<BuyerWeek, 'days'>): number =>
  days.reduce((sum, { robux }) => sum + robux, 0);

/** The average price of 1,000 Robux. Undefined before the first purchase. */
export function averageRate({ totalSpent, totalRobux }: Totals): string | undefined {
  if (totalRobux === 0) return undefined;
  return `${formatCents(Math.round((centsIn(totalSpent) * 1000) / totalRobux))} per 1K`;
}

type Totals = Pick<BuyerWeek['totals'], 'totalSpent' | 'totalRobux'>;

/** Today in the reader's time zone, in the date format of the server. */
export const today = (): string => format(new Date(), 'yyyy-MM-dd');

/** `+12.5%`, `-3.0%`. Null without a change, because the screen then shows nothing. */
export function changeText(percent: number): string | null {
  const text = percent.toFixed(1);
  if (Number(text) === 0) return null;
  return `${percent > 0 ? '+' : ''}${text}%`;
}

/** Placeholder data. A failed load shows zeros without a message. */
export const NO_BUYER_WEEK: BuyerWeek = {
  role: 'buyer',
  days: [],
  lastWeek: [],
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
  lastWeek: [],
  change: 0,
  totals: { totalEarnings: 0, totalSales: 0, activeListings: 0 },
};
