import type { Business, BusinessFlow, BusinessRange } from '@sterling/contract/business.ts';
import { cents } from '@sterling/contract/money.ts';

/** A row of business_days(): counts, Robux and cents of one UTC day. */
export interface BusinessDay {
  /** `2026-11-24` */
  readonly day: string;
  readonly orders: number;
  readonly trades: number;
  readonly robux: number;
  readonly volume: number;
  readonly withdrawalFees: number;
  readonly marketplaceFees: number;
  readonly networkFees: number;
  readonly networkCosts: number;
  readonly affiliateShares: number;
  readonly latePurchases: number;
  readonly adjustments: number;
}

type Unit = Business['unit'];

/** The days of a range. Each `until` is exclusive. */
export interface Span {
  readonly unit: Unit;
  readonly from: string;
  readonly until: string;
  /** The same length of time before; null for everything. */
  readonly before: { readonly from: string; readonly until: string } | null;
}

const LENGTHS = {
  '30d': ['day', 30],
  '13w': ['week', 13],
  '12m': ['month', 12],
} as const;

/** The days of a range that ends with `today`. `first` is the first day with an event, null without one. */
export function spanOf(range: BusinessRange, today: string, first: string | null): Span {
  const until = shifted(today, 'day', 1);
  if (range === 'all') return { unit: 'month', from: startOf(first ?? today, 'month'), until, before: null };
  const [unit, count] = LENGTHS[range];
  const from = shifted(startOf(today, unit), unit, 1 - count);
  const before = {
    from: shifted(from, unit, -count),
    until: shifted(shifted(today, unit, -count), 'day', 1),
  };
  return { unit, from, until, before };
}

/** The answer for a span. `days` may contain days of the time before. */
export function businessOf({ unit, from, until, before }: Span, days: readonly BusinessDay[]): Business {
  const within = (start: string, end: string) => days.filter(({ day }) => day >= start && day < end);
  const present = within(from, until);
  const periods = Map.groupBy(present, ({ day }) => startOf(day, unit));
  return {
    unit,
    periods: startsIn(unit, from, until).map((date) => ({ date, ...flowOf(periods.get(date) ?? []) })),
    totals: flowOf(present),
    before: before && flowOf(within(before.from, before.until)),
  };
}

type Figure = Exclude<keyof BusinessDay, 'day'>;

function flowOf(days: readonly BusinessDay[]): BusinessFlow {
  const totalOf = (name: Figure) => days.reduce((sum, day) => sum + day[name], 0);
  const centsOf = (...names: Figure[]) => cents(names.reduce((sum, name) => sum + totalOf(name), 0));
  const revenue = centsOf('withdrawalFees', 'marketplaceFees', 'networkFees');
  const costs = centsOf('networkCosts', 'affiliateShares', 'latePurchases');
  const margin = cents(revenue - costs);
  const volume = centsOf('volume');
  return {
    orders: totalOf('orders'),
    trades: totalOf('trades'),
    robux: totalOf('robux'),
    volume,
    withdrawalFees: centsOf('withdrawalFees'),
    marketplaceFees: centsOf('marketplaceFees'),
    networkFees: centsOf('networkFees'),
    revenue,
    networkCosts: centsOf('networkCosts'),
    affiliateShares: centsOf('affiliateShares'),
    latePurchases: centsOf('latePurchases'),
    costs,
    margin,
    marginShare: volume === 0 ? null : Math.round((10_000 * margin) / volume) / 100,
    adjustments: centsOf('adjustments'),
  };
}

/** The first days of all periods that begin in a time. */
function startsIn(unit: Unit, from: string, until: string): string[] {
  const starts: string[] = [];
  for (let start = from; start < until; start = shifted(start, unit, 1)) starts.push(start);
  return starts;
}

/** The first day of the period that contains a day. */
function startOf(day: string, unit: Unit): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  return unit === 'day' ? day : shifted(day, 'day', -((dateOf(day).getUTCDay() + 6) % 7));
}

/** A day some periods later. A day that a shorter month does not have becomes that month's last day. */
function shifted(day: string, unit: Unit, count: number): string {
  const date = dateOf(day);
  if (unit !== 'month')
    return dayOf(Date.UTC(yearOf(date), date.getUTCMonth(), date.getUTCDate() + count * DAYS[unit]));
  const month = date.getUTCMonth() + count;
  const last = new Date(Date.UTC(yearOf(date), month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(yearOf(date), month, Math.min(date.getUTCDate(), last)));
}

const DAYS = { day: 1, week: 7 } as const;
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const yearOf = (date: Date): number => date.getUTCFullYear();
/** The UTC day of a time, such as '2026-11-24'. */
export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10);
