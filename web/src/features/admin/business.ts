import {
  type Business,
  type BusinessFlow,
  BusinessRange,
  business,
  type Growth,
} from '@sterling/contract/business.ts';
import { type Cents, cents, dollarsOf } from '@sterling/contract/money.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, hrefOf } from '../../data/call.ts';
import type { Point } from '../../kit/charts/plot.ts';
import { changeText, formatPercent, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatDate, formatMonth } from '../../kit/format/format-time.ts';

interface RangeNames {
  readonly label: string;
  readonly name: string;
  /** Empty if there is no earlier time. */
  readonly before: string;
  readonly joined: string;
}

const NAMES: Readonly<Record<BusinessRange, RangeNames>> = {
  '30d': {
    label: t('30 days'),
    name: t('Last 30 days'),
    before: t('30 days before'),
    joined: t('Who joined: last 30 days'),
  },
  '13w': {
    label: t('13 weeks'),
    name: t('Last 13 weeks'),
    before: t('13 weeks before'),
    joined: t('Who joined: last 13 weeks'),
  },
  '12m': {
    label: t('12 months'),
    name: t('Last 12 months'),
    before: t('12 months before'),
    joined: t('Who joined: last 12 months'),
  },
  all: { label: t('All'), name: t('All time'), before: '', joined: t('Who joined: all time') },
};

export const RANGES = BusinessRange.options.map((value) => ({ value, label: NAMES[value].label }));

/** `30 days before` */
export const beforeName = (range: BusinessRange): string => NAMES[range].before;

/** `Last 30 days`, or `All time`. */
export const rangeName = (range: BusinessRange): string => NAMES[range].name;

/** `Who joined: last 30 days` */
export const joinedName = (range: BusinessRange): string => NAMES[range].joined;

/** Volume, revenue and costs of the periods of a range. */
export const businessQuery = (range: BusinessRange) =>
  queryOptions({
    queryKey: ['admin', 'business', range],
    queryFn: ({ signal }) => call(business.read, { query: { range } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** New users and returning buyers in the periods of a range. */
export const growthQuery = (range: BusinessRange) =>
  queryOptions({
    queryKey: ['admin', 'growth', range],
    queryFn: ({ signal }) => call(business.growth, { query: { range } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** The address of the periods of a range as a CSV file. */
export const businessCsv = (range: BusinessRange): string => hrefOf(business.csv, { query: { range } });

/** `+12.5% vs 30 days before`. Undefined without a change, or without a positive figure to compare with. */
export function changeSince(
  range: BusinessRange,
  before: number | undefined,
  now: number,
): string | undefined {
  if (before === undefined || before <= 0) return undefined;
  const change = changeText((100 * (now - before)) / before);
  return change === null ? undefined : t('{change} vs {before}', { change, before: beforeName(range) });
}

type Unit = Business['unit'];

/** Dollars of orders and trades by period. */
export const volumePoints = ({ unit, periods }: Business): Point[] =>
  periods.map(({ date, volume, orders, trades }) => ({
    day: periodName(date, unit),
    value: dollarsOf(volume),
    text: [
      formatUsd(volume),
      plural(orders, '{count} order', '{count} orders', { count: formatWhole(orders) }),
      plural(trades, '{count} trade', '{count} trades', { count: formatWhole(trades) }),
    ].join(', '),
  }));

/** The sources of revenue, from the bottom of a bar to its top. */
export const SOURCES = [t('Withdrawal fees'), t('Marketplace fees'), t('Network fees')] as const;

/** Revenue by period, with its sources. */
export const revenuePoints = ({ unit, periods }: Business): Point[] =>
  periods.map(({ date, revenue, withdrawalFees, marketplaceFees, networkFees }) => ({
    day: periodName(date, unit),
    value: dollarsOf(revenue),
    parts: [withdrawalFees, marketplaceFees, networkFees].map(dollarsOf),
    text: t('{revenue}: {withdrawalFees} withdrawals, {marketplaceFees} marketplace, {networkFees} network', {
      revenue: formatUsd(revenue),
      withdrawalFees: formatUsd(withdrawalFees),
      marketplaceFees: formatUsd(marketplaceFees),
      networkFees: formatUsd(networkFees),
    }),
  }));

/** Margin by period, with its share of the volume. */
export const marginPoints = ({ unit, periods }: Business): Point[] =>
  periods.map(({ date, margin, marginShare }) => ({
    day: periodName(date, unit),
    value: dollarsOf(margin),
    text: marginShare === null ? formatUsd(margin) : `${formatUsd(margin)}, ${shareOfVolume(marginShare)}`,
  }));

/** `2.5% of volume` */
export const shareOfVolume = (percent: number): string =>
  t('{share} of volume', { share: formatPercent(percent, 2) });

/** The lines between revenue and margin. Costs are negative. */
export const statementOf = (flow: BusinessFlow): { name: string; amount: Cents; isSum?: true }[] => [
  { name: SOURCES[0], amount: flow.withdrawalFees },
  { name: SOURCES[1], amount: flow.marketplaceFees },
  { name: SOURCES[2], amount: flow.networkFees },
  { name: t('Network costs'), amount: less(flow.networkCosts) },
  { name: t('Affiliate shares'), amount: less(flow.affiliateShares) },
  { name: t('Late purchases'), amount: less(flow.latePurchases) },
  { name: t('Margin'), amount: flow.margin, isSum: true },
];

/** A cost as a negative amount. (`0 - 0` is 0, and `-0` would show as -$0.00.) */
const less = (cost: Cents): Cents => cents(0 - cost);

/** How many new users reached each step. `percent`: of those who joined. */
export function stepsOf({ joined, funded, ordered, completed, repeated }: Growth['funnel']) {
  const steps = [
    [t('Joined'), joined],
    [t('Funded their wallet'), funded],
    [t('Placed an order'), ordered],
    [t('Completed an order'), completed],
    [t('Ordered again'), repeated],
  ] as const;
  return steps.map(([name, people]) => ({ name, people, percent: percentOf(people, joined) }));
}

/** The part in percent of the whole. 0 if the whole is 0. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** `Nov 24` for a day or the Monday of a week, `Nov 2026` for a month. */
export const periodName = (date: string, unit: Unit): string =>
  unit === 'month' ? formatMonth(date.slice(0, 7), 'monthOfYear') : formatDate(date);
