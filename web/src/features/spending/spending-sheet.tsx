import { type Cents, dollarsOf } from '@sterling/contract/money.ts';
import { type Spending, type SpendingMonth, spending } from '@sterling/contract/spending.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { call, hrefOf } from '../../data/call.ts';
import { ChartFigure } from '../../kit/charts/chart.tsx';
import type { Point } from '../../kit/charts/plot.ts';
import { formatRate, formatShortUsd, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatMonth, ownTimeZone } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { useSheetView } from '../../kit/navigation/open-above.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { CsvLink } from '../../kit/ui/table-filters.tsx';

const PARAMS = ['year'] as const;

/** What the user spent in a year: figures, a bar for each month, the months as a list, and the gamepasses. */
export default function SpendingSheet({ onClose }: { onClose: () => void }) {
  const [{ year }, show] = useSheetView(spending.read.query, PARAMS);
  const query = useQuery(spendingQuery(year));
  return (
    <SideSheet
      onClose={onClose}
      title={t('Spending report')}
      description={t('Completed orders and trades, in the month in which they were completed')}
    >
      <Loaded query={query} waiting={<SkeletonRows rows={6} />}>
        {(report) => (
          <>
            <div className="flex items-center gap-2">
              <Select
                aria-label={t('Year')}
                value={year ?? String(report.year)}
                onChange={(next) => show({ year: next })}
                choices={[...new Set([report.year, ...report.years])].map((each) => ({
                  value: String(each),
                  label: String(each),
                }))}
              />
              <CsvLink href={spendingCsv(String(report.year))} />
            </div>
            <div aria-busy={query.isPlaceholderData} className="flex flex-col gap-5">
              <Report spending={report} />
            </div>
          </>
        )}
      </Loaded>
    </SideSheet>
  );
}

function Report({ spending: { year, months, total, passes } }: { spending: Spending }) {
  if (total.spent === 0 && total.refunds === 0) {
    return (
      <EmptyState icon={ChartColumn} title={t('You spent nothing in {year}', { year })}>
        {t('Completed orders and trades will appear here.')}
      </EmptyState>
    );
  }
  return (
    <>
      <Totals total={total} />
      <ChartFigure
        kind="bars"
        title={t('Spent by month in {year}', { year })}
        what={t('Spent')}
        points={spendingPoints(months)}
        heightPx={180}
        formatAxis={formatShortUsd}
      />
      <Section title={t('By month')}>
        {months
          .filter(({ spent, refunds }) => spent > 0 || refunds > 0)
          .toReversed()
          .map((month) => (
            <Month key={month.month} month={month} />
          ))}
      </Section>
      {passes.length > 0 && (
        <Section title={t('Gamepasses that cost most')}>
          {passes.map(({ passId, name, spent, robux, orders }) => (
            <Row key={passId} name={name} cents={spent}>
              <span>{countsText({ orders, trades: 0 })}</span>
              <Robux exact amount={robux} />
            </Row>
          ))}
        </Section>
      )}
    </>
  );
}

function Totals({ total }: { total: Spending['total'] }) {
  return (
    <dl className="grid grid-cols-2 large-text:grid-cols-1 gap-x-4 gap-y-3 rounded-lg border border-line p-4">
      <Figure name={t('Spent')}>
        <Usd cents={total.spent} />
      </Figure>
      <Figure name={t('Refunded')}>
        <Usd cents={total.refunded} />
      </Figure>
      <Figure name={t('Robux orders')} note={ordersText(total.orders)}>
        <Usd cents={total.robuxSpent} />
      </Figure>
      <Figure name={t('Marketplace trades')} note={tradesText(total.trades)}>
        <Usd cents={total.listingsSpent} />
      </Figure>
      <Figure name={t('Robux bought')}>
        <Robux exact amount={total.robux} />
      </Figure>
      <Figure name={t('Average rate')} note={t('per 1K')}>
        {total.averageRate === null ? '–' : formatRate(total.averageRate)}
      </Figure>
    </dl>
  );
}

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-3 text-xs">{name}</dt>
      <dd className="mt-0.5 font-semibold text-1 text-base tabular-nums">{children}</dd>
      {note && <dd className="text-3 text-xs tabular-nums">{note}</dd>}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-1">{title}</h3>
      <ul aria-label={title} className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {children}
      </ul>
    </section>
  );
}

function Month({ month }: { month: SpendingMonth }) {
  const { robux, averageRate, refunded } = month;
  return (
    <Row name={formatMonth(month.month, 'monthName')} cents={month.spent}>
      <span>{countsText(month)}</span>
      {averageRate !== null && (
        <span>
          {rich('{robux} at {averageRate} per 1K', {
            robux: <Robux exact amount={robux} />,
            averageRate: formatRate(averageRate),
          })}
        </span>
      )}
      {refunded > 0 && <span>{rich('{usd} refunded', { usd: <Usd cents={refunded} /> })}</span>}
    </Row>
  );
}

function Row({ name, cents, children }: { name: string; cents: Cents; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="wrap-anywhere min-w-0 font-medium text-1">{name}</span>
        <Usd cents={cents} className="text-1" />
      </div>
      <p className="flex flex-wrap gap-x-3 text-3 text-xs tabular-nums">{children}</p>
    </li>
  );
}

/** Without a year: the present one. Months are those of the reader's time zone. */
const queryOf = (year: string | undefined) => ({ year, tz: ownTimeZone() });

const spendingQuery = (year: string | undefined) =>
  queryOptions({
    queryKey: ['history', 'spending', year],
    queryFn: ({ signal }) => call(spending.read, { query: queryOf(year) }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

const spendingCsv = (year: string): string => hrefOf(spending.csv, { query: queryOf(year) });

/** Dollars spent by month. */
const spendingPoints = (months: readonly SpendingMonth[]): Point[] =>
  months.map(({ month, spent, orders, trades }) => ({
    day: formatMonth(month, 'month'),
    value: dollarsOf(spent),
    text: `${formatUsd(spent)}, ${countsText({ orders, trades })}`,
  }));

/** `2 orders, 1 trade` */
function countsText({ orders, trades }: Pick<SpendingMonth, 'orders' | 'trades'>): string {
  const parts = [
    ...(orders > 0 || trades === 0 ? [ordersText(orders)] : []),
    ...(trades > 0 ? [tradesText(trades)] : []),
  ];
  return parts.join(', ');
}

const ordersText = (count: number): string =>
  plural(count, '{count} order', '{count} orders', { count: formatWhole(count) });

const tradesText = (count: number): string =>
  plural(count, '{count} trade', '{count} trades', { count: formatWhole(count) });
