import { cents, dollarsOf, rate } from '@sterling/contract/money.ts';
import type { BuyerWeek, SellerWeek } from '@sterling/contract/stats.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { ChartArea, TrendingDown, TrendingUp } from 'lucide-react';
import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { ChartFigure } from '../../kit/charts/chart.tsx';
import type { Point } from '../../kit/charts/plot.ts';
import { formatExactRobux, formatPercent, formatRate, formatUsd } from '../../kit/format/format.ts';
import { formatWeekdayOf } from '../../kit/format/format-time.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';

interface WeekCardProps {
  title: string;
  /** Monday first. Undefined while loading. */
  points: readonly Point[] | undefined;
  /** Percent against last week. */
  change: number | undefined;
  heightPx: number;
  emptyHeightPx: number;
  emptyTitle: string;
  /** Replaces the empty state, such as the first steps of a new user. */
  empty?: ReactNode;
  /** What the points count. Column name of the table for screen readers. */
  what: string;
  formatAxis: (value: number) => string;
  className?: string;
}

/** The current week as a live area chart. */
export function WeekCard(props: WeekCardProps) {
  const { title, points, change, heightPx, emptyHeightPx, what, formatAxis, className } = props;
  const isEmpty = points?.every(({ value }) => !value);
  return (
    <Card className={className}>
      <CardHeader title={title}>
        <ChangeBadge percent={change ?? 0} against={t('vs last week')} isSoFar />
        <Badge tone="good">{t('Live')}</Badge>
      </CardHeader>
      <CardBody className="pr-3 pl-2 sm:pr-4">
        {isEmpty ? (
          // On wide screens the card keeps the height of its row, so that nothing moves.
          <div
            style={{ '--row': `${heightPx}px` } as CSSProperties}
            className="grid items-center lg:min-h-(--row)"
          >
            <div style={{ minHeight: emptyHeightPx }} className="grid place-items-center">
              <Suspense>{props.empty || <EmptyState icon={ChartArea} title={props.emptyTitle} />}</Suspense>
            </div>
          </div>
        ) : (
          <ChartFigure
            kind="area"
            title={title}
            what={what}
            points={points}
            heightPx={heightPx}
            formatAxis={formatAxis}
          />
        )}
      </CardBody>
    </Card>
  );
}

interface ChangeBadgeProps {
  percent: number;
  /** Such as 'vs last week'. */
  against: string;
  /** The period is not over, so the change is neither good nor bad yet. */
  isSoFar?: boolean;
}

/** A change against an earlier period. Renders nothing without a change. */
export function ChangeBadge({ percent, against, isSoFar = false }: ChangeBadgeProps) {
  const text = changeText(percent);
  if (text === null) return null;
  const Icon = percent > 0 ? TrendingUp : TrendingDown;
  return (
    <Badge tone={isSoFar ? 'neutral' : percent > 0 ? 'good' : 'bad'} icon={<Icon aria-hidden />}>
      {text}
      <span className="max-sm:sr-only">{against}</span>
    </Badge>
  );
}

/** A buyer's Robux by day, up to today (`2026-11-21`). */
export const robuxPoints = (
  { days, lastWeek }: Pick<BuyerWeek, 'days' | 'lastWeek'>,
  today: string,
): Point[] =>
  days.map(({ date, robux }, index) => ({
    day: formatWeekdayOf(date),
    value: date > today ? null : robux,
    text: formatExactRobux(robux),
    ...earlier(lastWeek, index),
  }));

/** A seller's revenue by day, up to today, with the number of sales. */
export const revenuePoints = (
  { days, lastWeek }: Pick<SellerWeek, 'days' | 'lastWeek'>,
  today: string,
): Point[] =>
  days.map(({ date, revenue, sales }, index) => ({
    day: formatWeekdayOf(date),
    value: date > today ? null : dollarsOf(revenue),
    text: `${formatUsd(revenue)}, ${plural(sales, '{count} sale', '{count} sales', { count: sales })}`,
    ...earlier(lastWeek.map(dollarsOf), index),
  }));

/** Last week's value of the same day. An empty week draws no line. */
const earlier = (lastWeek: readonly number[], index: number): Pick<Point, 'earlier'> =>
  lastWeek.some((value) => value > 0) ? { earlier: lastWeek[index] ?? 0 } : {};

export const robuxOf = ({ days }: Pick<BuyerWeek, 'days'>): number =>
  days.reduce((sum, { robux }) => sum + robux, 0);

/** The average price of 1,000 Robux. Undefined before the first purchase. */
export function averageRate({ totalSpent, totalRobux }: Totals): string | undefined {
  if (totalRobux === 0) return undefined;
  return t('Average {rate} per 1K', { rate: formatRate(rate(Math.round((totalSpent * 1000) / totalRobux))) });
}

type Totals = Pick<BuyerWeek['totals'], 'totalSpent' | 'totalRobux'>;

/** `+12.5%`, `-3.0%`. Null without a change, because the screen then shows nothing. */
export function changeText(percent: number): string | null {
  if (Number(percent.toFixed(1)) === 0) return null;
  return formatChange(percent);
}

/** `+12.5%` or `-3.0%`: a change against an earlier figure. */
export const formatChange = (percent: number): string =>
  `${percent > 0 ? '+' : ''}${formatPercent(percent, 1)}`;

/** Placeholder data. A failed load shows zeros without a message. */
export const NO_BUYER_WEEK: BuyerWeek = {
  role: 'buyer',
  days: [],
  lastWeek: [],
  change: 0,
  totals: {
    totalRobux: 0,
    totalSpent: cents(0),
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
  totals: { totalEarnings: cents(0), totalSales: 0, activeListings: 0 },
};
