import { RateDays, type RateHistory, type Ticker } from '@sterling/contract/stats.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Activity, ChartArea, ChartNoAxesColumn, Coins, ShoppingBag, Tag } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ChartFigure } from '../../kit/charts/chart.tsx';
import { changeText, formatRate, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Card, CardBody, CardHeader, StatCard, StatRow } from '../../kit/ui/card.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { SegmentedControl } from '../../kit/ui/segmented-control.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { tickerQuery } from './stats.ts';
import { ChangeBadge } from './week-card.tsx';

const HEIGHT_PX = 280;

interface DaysCardProps extends Omit<ComponentProps<typeof ChartFigure>, 'heightPx'> {
  description: ReactNode;
  emptyTitle: string;
}

/** A chart over several days. Shows a text if there is no data. */
export function DaysCard({ description, emptyTitle, ...chart }: DaysCardProps) {
  const isEmpty = chart.points?.every(({ value }) => !value);
  return (
    <Card>
      <CardHeader title={chart.title} description={description} />
      <CardBody className="pr-3 pl-2 sm:pr-4">
        {isEmpty ? (
          <div style={{ height: HEIGHT_PX }} className="grid place-items-center">
            <EmptyState icon={ChartArea} title={emptyTitle} />
          </div>
        ) : (
          <ChartFigure heightPx={HEIGHT_PX} {...chart} />
        )}
      </CardBody>
    </Card>
  );
}

interface MarketFiguresProps {
  /** Undefined while loading. */
  totals: RateHistory['totals'] | undefined;
  days: string;
}

/** Four figures on the completed orders of all users. */
export function MarketFigures({ totals, days }: MarketFiguresProps) {
  const change = totals?.volumeChange == null ? null : changeText(totals.volumeChange);
  return (
    <StatRow>
      <StatCard
        label={t('Average rate')}
        icon={<Tag />}
        value={totals && (totals.averageRate === null ? '–' : formatRate(totals.averageRate))}
        note={t('Weighted by volume, per 1K')}
      />
      <StatCard
        label={t('Volume')}
        icon={<ChartNoAxesColumn />}
        value={totals && <Usd cents={totals.volume} />}
        note={change ? againstBefore(change, days) : t('Completed orders')}
        longNote
      />
      <StatCard
        label={t('Robux sold')}
        icon={<Coins />}
        value={totals && <Robux amount={totals.robux} />}
        note={t('Market-wide')}
      />
      <StatCard
        label={t('Completed orders')}
        icon={<ShoppingBag />}
        value={totals && formatWhole(totals.orders)}
        note={days === '1' ? t('Last 24 hours') : t('Last {days} days', { days })}
      />
    </StatRow>
  );
}

const againstBefore = (change: string, days: string): string =>
  days === '1'
    ? t('{change} vs 24 hours before', { change })
    : t('{change} vs {days} days before', { change, days });

interface RangeChoiceProps {
  range: RateDays;
  onChange: (range: RateDays) => void;
}

/** The choice of a number of days. */
export const RangeChoice = ({ range, onChange }: RangeChoiceProps) => (
  <SegmentedControl label={t('Period')} options={RANGES} value={range} onChange={onChange} />
);

const RANGES = RateDays.options.map((days) => ({
  value: days,
  label: days === '1' ? t('24 hours') : t('{days} days', { days }),
}));

/** The latest rate with its change in 24 hours, the seller's own position, and the latest completed orders. */
export function TickerCard({ className }: { className?: string }) {
  const { data, error, refetch } = useQuery(tickerQuery);
  return (
    <Card className={className}>
      <CardHeader title={t('Latest orders')} description={t('Completed orders, newest first')} />
      {data && <Summary ticker={data} />}
      {data?.trades.length === 0 ? (
        <EmptyState icon={Activity} title={t('No completed orders yet')}>
          {t('Completed orders will appear here.')}
        </EmptyState>
      ) : data ? (
        <LatestOrders orders={data.trades} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} className="p-4 sm:p-5" />
      )}
    </Card>
  );
}

function Summary({ ticker: { last, change, position } }: { ticker: Ticker }) {
  if (last === null) return null;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-line border-b px-4 py-4 sm:px-5">
      <Figure label={t('Last rate')}>
        {formatRate(last)}{' '}
        <ChangeBadge percent={change ?? 0} against={<span>{t('vs 24 hours ago')}</span>} isNeutral />
      </Figure>
      {position && (
        <Figure label={t('Your position')}>
          #{position.rank}
          <span className="font-normal text-3 text-sm">
            {position.aboveBest > 0
              ? t('{aboveBest} above the best rate', { aboveBest: formatRate(position.aboveBest) })
              : t('At the best rate')}
          </span>
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-3 text-xs">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-2 font-semibold text-1 text-base tabular-nums">
        {children}
      </dd>
    </div>
  );
}

function LatestOrders({ orders }: { orders: Ticker['trades'] }) {
  return (
    <ul className="grid grid-cols-[auto_auto_1fr] divide-y divide-line">
      {orders.map(({ at, robux, rate }) => (
        <li
          key={`${at.getTime()} ${robux} ${rate}`}
          className="col-span-full grid large-text:flex grid-cols-subgrid large-text:flex-wrap items-center gap-4 px-4 py-2.5 text-right sm:px-5"
        >
          <span className="font-medium text-1 tabular-nums">{formatRate(rate)}</span>
          <Robux amount={robux} exact className="text-2" />
          <time dateTime={at.toISOString()} className="text-3 text-sm tabular-nums">
            {formatTime(at)}
          </time>
        </li>
      ))}
    </ul>
  );
}
