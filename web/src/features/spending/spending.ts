import { type SpendingMonth, spending } from '@sterling/contract/spending.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { format } from 'date-fns/format';
import { call, hrefOf } from '../../data/call.ts';
import type { Point } from '../../kit/charts/plot.ts';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';

/** Null: the present year. Months are those of the reader's time zone. */
const queryOf = (year: number | null) => ({
  ...(year !== null && { year: String(year) }),
  tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export const spendingQuery = (year: number | null) =>
  queryOptions({
    queryKey: ['history', 'spending', year],
    queryFn: ({ signal }) => call(spending.read, { query: queryOf(year) }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const spendingCsv = (year: number): string => hrefOf(spending.csv, { query: queryOf(year) });

/** Dollars spent by month. */
export const spendingPoints = (months: readonly SpendingMonth[]): Point[] =>
  months.map(({ month, spent, orders, trades }) => ({
    day: monthName(month, 'MMM'),
    value: spent,
    text: `${formatUsd(spent)}, ${countsText({ orders, trades })}`,
  }));

/** `November` from '2026-11'. */
export const monthName = (month: string, pattern = 'MMMM'): string =>
  format(new Date(`${month}-01T00:00`), pattern);

/** `2 orders, 1 listing` */
export function countsText({ orders, trades }: Pick<SpendingMonth, 'orders' | 'trades'>): string {
  const parts = [
    ...(orders > 0 || trades === 0 ? [counted(orders, 'order')] : []),
    ...(trades > 0 ? [counted(trades, 'listing')] : []),
  ];
  return parts.join(', ');
}

/** `1 order`, `2 orders` */
export const counted = (count: number, what: string): string =>
  `${formatWhole(count)} ${what}${count === 1 ? '' : 's'}`;
