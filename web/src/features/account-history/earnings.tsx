import type { AccountEarnings, EarningsDays } from '@sterling/contract/account-history.ts';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns/format';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChartFigure } from '../../kit/charts/chart-figure.tsx';
import type { Point } from '../../kit/charts/plot.ts';
import { formatShort, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { earningsQuery } from './queries.ts';

const CHART_HEIGHT_PX = 220;

const CHOICES: readonly { value: EarningsDays; label: string }[] = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year, by week' },
];

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
      <Field label="Period">
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
      <Figure name="Earned">{totals && <Usd dollars={totals.earned} />}</Figure>
      <Figure name="Sold">{totals && <Robux amount={totals.robux} />}</Figure>
      <Figure name="Completed orders">{totals && formatWhole(totals.completed)}</Figure>
      <Figure name="Failed orders">{totals && formatWhole(totals.failed)}</Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-lg bg-surface-2 p-3">
      <dt className="text-3 text-xs">{name}</dt>
      <dd className="font-semibold text-1 text-lg tabular-nums">
        {children ?? <Skeleton className="my-1 h-5 w-16" />}
      </dd>
    </div>
  );
}

type Period = AccountEarnings['periods'][number];

function Periods({ earnings }: { earnings: AccountEarnings | undefined }) {
  const busy = earnings?.periods.filter(({ completed, failed }) => completed + failed > 0) ?? [];
  if (earnings && busy.length === 0)
    return <EmptyState icon={ChartNoAxesColumn} title="No orders ended in this period" />;
  return (
    <>
      <div className="-mx-2">
        <ChartFigure
          kind="bars"
          title={earnings?.by === 'week' ? 'Earnings by week' : 'Earnings by day'}
          what="Dollars"
          points={earnings?.periods.map(pointOf)}
          heightPx={CHART_HEIGHT_PX}
          formatAxis={(dollars) => `$${formatShort(dollars)}`}
        />
      </div>
      <DataTable
        label="Earnings"
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

/** The date is in the reader's time zone already. */
const nameOf = (date: string): string => format(new Date(`${date}T00:00`), 'MMM d');

const ordersOf = ({ completed, failed }: Period): string =>
  failed > 0 ? `${formatWhole(completed)}, ${formatWhole(failed)} failed` : formatWhole(completed);

const pointOf = (period: Period): Point => ({
  day: nameOf(period.date),
  value: period.earned,
  text: `${formatUsd(period.earned)}, ${formatWhole(period.robux)} R$`,
});

const column = columnsOf<Period>();
const COLUMNS = column.columns([
  column.accessor('date', {
    header: 'From',
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{nameOf(getValue())}</span>,
    meta: { card: 'title' },
  }),
  column.accessor('earned', {
    header: 'Earned',
    enableSorting: false,
    cell: ({ getValue }) => <Usd dollars={getValue()} />,
    meta: { align: 'right' },
  }),
  column.accessor('robux', {
    header: 'Sold',
    enableSorting: false,
    cell: ({ getValue }) => <Robux amount={getValue()} />,
    meta: { align: 'right' },
  }),
  column.display({
    id: 'orders',
    header: 'Orders',
    cell: ({ row }) => <span className="tabular-nums">{ordersOf(row.original)}</span>,
    meta: { align: 'right' },
  }),
]);
