import { type AccountEarnings, accountHistory, EarningsDays } from '@sterling/contract/account-history.ts';
import { dollarsOf } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../data/call.ts';
import { ChartFigure } from '../../kit/charts/chart.tsx';
import type { Point } from '../../kit/charts/plot.ts';
import { formatExactRobux, formatShortUsd, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatDate, ownTimeZone } from '../../kit/format/format-time.ts';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { ACCOUNTS_KEY } from '../roblox-accounts/accounts.ts';

const CHART_HEIGHT_PX = 220;

const PERIODS: Readonly<Record<EarningsDays, string>> = {
  '7': t('Last 7 days'),
  '30': t('Last 30 days'),
  '90': t('Last 90 days'),
  '365': t('Last year, by week'),
};
const CHOICES = EarningsDays.options.map((value) => ({ value, label: PERIODS[value] }));

/** What an account earned, in the reader's time zone. */
const earningsQuery = (id: string, days: EarningsDays) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'earnings', id, days],
    queryFn: ({ signal }) =>
      call(accountHistory.earnings, { params: { id }, query: { days, tz: ownTimeZone() } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

interface EarningsProps {
  id: string;
  days: EarningsDays;
  onDays: (days: EarningsDays) => void;
}

/** What an account earned by day or week: totals, chart and table. */
export function Earnings({ id, days, onDays }: EarningsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(earningsQuery(id, days));
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('Period')}>
        {(control) => <Select {...control} value={days} onChange={onDays} choices={CHOICES} />}
      </Field>
      {!data && error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-5">
          <Totals totals={data?.totals} />
          <Periods earnings={data} />
        </div>
      )}
    </div>
  );
}

function Totals({ totals }: { totals: AccountEarnings['totals'] | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3">
      <Figure name={t('Earned')}>{totals && <Usd cents={totals.earned} />}</Figure>
      <Figure name={t('Sold')}>{totals && <Robux amount={totals.robux} />}</Figure>
      <Figure name={t('Completed orders')}>{totals && formatWhole(totals.completed)}</Figure>
      <Figure name={t('Failed orders')}>{totals && formatWhole(totals.failed)}</Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-lg bg-surface-2 p-3">
      <dt className="text-3 text-xs">{name}</dt>
      <dd className="font-semibold text-1 text-base tabular-nums">
        {children ?? <Skeleton className="my-1 h-5 w-16" />}
      </dd>
    </div>
  );
}

type Period = AccountEarnings['periods'][number];

function Periods({ earnings }: { earnings: AccountEarnings | undefined }) {
  const busy = earnings?.periods.filter(({ completed, failed }) => completed + failed > 0) ?? [];
  if (earnings && busy.length === 0)
    return <EmptyState icon={ChartNoAxesColumn} title={t('No orders ended in this period')} />;
  return (
    <>
      <div className="-mx-2">
        <ChartFigure
          kind="bars"
          title={earnings?.by === 'week' ? t('Earnings by week') : t('Earnings by day')}
          what={t('Dollars')}
          points={earnings?.periods.map(pointOf)}
          heightPx={CHART_HEIGHT_PX}
          formatAxis={formatShortUsd}
        />
      </div>
      <DataTable
        label={t('Earnings')}
        columns={COLUMNS}
        rows={busy.toReversed()}
        rowId={({ date }) => date}
        sortedByServer
        empty={null}
        className="-mx-5 max-h-none"
      />
    </>
  );
}

const ordersOf = ({ completed, failed }: Period): string =>
  failed > 0
    ? t('{completed}, {failed} failed', { completed: formatWhole(completed), failed: formatWhole(failed) })
    : formatWhole(completed);

const pointOf = (period: Period): Point => ({
  day: formatDate(period.date),
  value: dollarsOf(period.earned),
  text: `${formatUsd(period.earned)}, ${formatExactRobux(period.robux)}`,
});

const column = columnsOf<Period>();
const COLUMNS = column.columns([
  column.accessor('date', {
    header: t('From'),
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDate(getValue())}</span>,
    meta: { card: 'title' },
  }),
  column.accessor('earned', {
    header: t('Earned'),
    enableSorting: false,
    cell: ({ getValue }) => <Usd cents={getValue()} />,
    meta: { align: 'right' },
  }),
  column.accessor('robux', {
    header: t('Sold'),
    enableSorting: false,
    cell: ({ getValue }) => <Robux amount={getValue()} exact />,
    meta: { align: 'right' },
  }),
  column.display({
    id: 'orders',
    header: t('Orders'),
    cell: ({ row }) => <span className="tabular-nums">{ordersOf(row.original)}</span>,
    meta: { align: 'right' },
  }),
]);
