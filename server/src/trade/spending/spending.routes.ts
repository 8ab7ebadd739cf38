import { api } from '@sterling/contract/api.ts';
import { dollarsOf } from '@sterling/contract/money.ts';
import type { SpendingMonth } from '@sterling/contract/spending.ts';
import { type CsvColumn, onePage, sendCsv } from '../../platform/http/csv.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { spendingOf } from './spending.reads.ts';

export function spendingRoutes({ db }: Pick<Services, 'db'>): Route[] {
  const read = (userId: string, { year, tz }: { year?: string | undefined; tz?: string | undefined }) =>
    spendingOf(db, userId, year === undefined ? null : Number(year), tz);
  return [
    handle(api.spending.read, ({ user, query }) => read(user.id, query)),
    handle(api.spending.csv, async ({ user, query, reply }) => {
      const { year, months } = await read(user.id, query);
      return sendCsv(reply, `sterling-spending-${year}.csv`, CSV_COLUMNS, onePage(months));
    }),
  ];
}

const CSV_COLUMNS: readonly CsvColumn<SpendingMonth>[] = [
  { name: 'Month', value: ({ month }) => month },
  { name: 'Robux orders USD', value: ({ robuxSpent }) => dollarsOf(robuxSpent) },
  { name: 'Listings USD', value: ({ listingsSpent }) => dollarsOf(listingsSpent) },
  { name: 'Total USD', value: ({ spent }) => dollarsOf(spent) },
  { name: 'Robux', value: ({ robux }) => robux },
  { name: 'Orders', value: ({ orders }) => orders },
  { name: 'Trades', value: ({ trades }) => trades },
  { name: 'Average rate USD per 1000', value: ({ averageRate }) => averageRate && dollarsOf(averageRate) },
  { name: 'Refunded USD', value: ({ refunded }) => dollarsOf(refunded) },
  { name: 'Refunds', value: ({ refunds }) => refunds },
];
