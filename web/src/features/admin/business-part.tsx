import { type Business, type BusinessRange, business } from '@sterling/contract/business.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, CircleDollarSign, Download, Scale, ShoppingBag } from 'lucide-react';
import { PART_OPACITIES } from '../../kit/charts/series.tsx';
import { formatShortUsd, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { useUrlState } from '../../kit/navigation/use-url-state.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader, StatCard, StatRow } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Table } from '../../kit/ui/data-table.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { SectionHeader } from '../../kit/ui/section-header.tsx';
import { SegmentedControl } from '../../kit/ui/segmented-control.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { DaysCard } from '../stats/rate-cards.tsx';
import {
  beforeName,
  businessCsv,
  businessQuery,
  changeSince,
  marginPoints,
  RANGES,
  rangeName,
  revenuePoints,
  SOURCES,
  shareOfVolume,
  statementOf,
  volumePoints,
} from './business.ts';
import { Cohorts, Funnel } from './growth-cards.tsx';

const PARAMS = ['range'] as const;

/** Volume, revenue and margin over time, and how new users come to order. Days are UTC. */
export default function BusinessPart() {
  const [{ range: chosen = '30d' }, change] = useUrlState(business.read.query, PARAMS, 'business-');
  const range = chosen as BusinessRange;
  const { data, error, refetch, isPlaceholderData } = useQuery(businessQuery(range));
  return (
    <section aria-labelledby="business" className="flex flex-col gap-4 md:gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div id="business" className="contents">
          <SectionHeader title={t('Business')} />
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <SegmentedControl
            label={t('Period')}
            options={RANGES}
            value={range}
            onChange={(next) => change({ range: next }, { replace: true })}
          />
          <Button asChild variant="secondary" className="max-sm:w-full">
            <a href={businessCsv(range)} download>
              <Download aria-hidden className="size-4" />
              {t('Export CSV')}
            </a>
          </Button>
        </div>
      </div>
      {!data && error ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4 md:gap-6">
          <Figures data={data} range={range} />
          <Charts data={data} range={range} />
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-2">
        <Funnel range={range} />
        <Cohorts />
      </div>
    </section>
  );
}

interface DataProps {
  /** Undefined while loading. */
  data: Business | undefined;
  range: BusinessRange;
}

function Figures({ data, range }: DataProps) {
  const [totals, before] = [data?.totals, data?.before ?? undefined];
  const since = (name: 'volume' | 'revenue' | 'margin' | 'orders') =>
    (totals && changeSince(range, before?.[name], totals[name])) ?? rangeName(range);
  return (
    <StatRow>
      <StatCard
        label={t('Volume')}
        icon={<ChartNoAxesColumn />}
        value={totals && <Usd cents={totals.volume} />}
        note={since('volume')}
        longNote
      />
      <StatCard
        label={t('Revenue')}
        icon={<CircleDollarSign />}
        value={totals && <Usd cents={totals.revenue} />}
        note={since('revenue')}
        longNote
      />
      <StatCard
        label={t('Margin')}
        icon={<Scale />}
        value={totals && <Usd cents={totals.margin} />}
        note={totals?.marginShare == null ? since('margin') : shareOfVolume(totals.marginShare)}
        longNote
      />
      <StatCard
        label={t('Completed orders')}
        icon={<ShoppingBag />}
        value={totals && formatWhole(totals.orders)}
        note={since('orders')}
        longNote
      />
    </StatRow>
  );
}

const VOLUME_BY = {
  day: t('Completed orders and trades by day'),
  week: t('Completed orders and trades by week'),
  month: t('Completed orders and trades by month'),
} as const;
const MARGIN_BY = {
  day: t('Revenue less costs by day'),
  week: t('Revenue less costs by week'),
  month: t('Revenue less costs by month'),
} as const;

function Charts({ data, range }: DataProps) {
  const unit = data?.unit ?? 'day';
  const look = { kind: 'bars', what: t('Dollars'), formatAxis: formatShortUsd } as const;
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-2">
      <DaysCard
        {...look}
        title={t('Volume')}
        description={VOLUME_BY[unit]}
        points={data && volumePoints(data)}
        emptyTitle={t('No volume in this period')}
      />
      <DaysCard
        {...look}
        title={t('Revenue')}
        description={<Legend />}
        points={data && revenuePoints(data)}
        emptyTitle={t('No revenue in this period')}
      />
      <DaysCard
        {...look}
        title={t('Margin')}
        description={MARGIN_BY[unit]}
        points={data && marginPoints(data)}
        emptyTitle={t('No revenue or costs in this period')}
      />
      <Statement data={data} range={range} />
    </div>
  );
}

/** Names the parts of a revenue bar, from the bottom up. */
function Legend() {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-0.5">
      {SOURCES.map((source, index) => (
        <span key={source} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2.5 rounded-xs border border-accent"
            style={{
              backgroundColor: `color-mix(in srgb, var(--accent) ${PART_OPACITIES[index]! * 100}%, transparent)`,
            }}
          />
          {source}
        </span>
      ))}
    </span>
  );
}

/** Every line between revenue and margin, beside the time before. */
function Statement({ data, range }: DataProps) {
  const before = data?.before && statementOf(data.before);
  return (
    <Card aria-labelledby="business-margin">
      <CardHeader id="business-margin" title={t('From revenue to margin')} description={rangeName(range)} />
      {data ? (
        <Table
          aria-labelledby="business-margin"
          className="large-text:wrap-anywhere w-full text-sm tabular-nums"
        >
          <thead>
            <tr className="text-3 text-xs">
              <th scope="col" className="h-10 px-4 text-left font-medium sm:px-5">
                <span className="sr-only">{t('Line')}</span>
              </th>
              <th scope="col" className="px-2 text-right font-medium">
                {rangeName(range)}
              </th>
              {before && (
                <th scope="col" className="large-text:hidden px-4 text-right font-medium sm:px-5">
                  {beforeName(range)}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {statementOf(data.totals).map(({ name, amount, isSum }, index) => (
              <tr key={name} className={cn('text-2', isSum && 'font-semibold text-1')}>
                <th
                  scope="row"
                  className={cn('h-9 px-4 text-left font-normal sm:px-5', isSum && 'font-semibold')}
                >
                  {name}
                </th>
                <td className="px-2 text-right last:pr-4 sm:last:pr-5">{formatUsd(amount)}</td>
                {before && (
                  <td className="large-text:hidden px-4 text-right sm:px-5">
                    {formatUsd(before[index]!.amount)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <SkeletonRows rows={6} className="p-4 sm:p-5" />
      )}
      {data && data.totals.adjustments !== 0 && (
        <p className="border-line border-t px-4 py-3 text-3 text-sm sm:px-5">
          {t(
            'Corrections, forfeited money and clean-ups brought {adjustments}. They are no part of the margin.',
            { adjustments: formatUsd(data.totals.adjustments) },
          )}
        </p>
      )}
    </Card>
  );
}
