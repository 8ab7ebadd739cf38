import { api } from '@sterling/contract/api.ts';
import type { HistoryEntry } from '@sterling/contract/history.ts';
import { dollarsOf } from '@sterling/contract/money.ts';
import { type CsvColumn, sendCsv } from '../../platform/http/csv.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { historyPages, listHistory } from './history.reads.ts';

export function historyRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.history.list, async ({ user, query, total }) => {
      const { entries, total: count } = await listHistory(db, user.id, query);
      total(count);
      return entries;
    }),
    handle(api.history.csv, async ({ user, query, reply }) =>
      sendCsv(reply, 'sterling-history.csv', CSV_COLUMNS, historyPages(db, user.id, query)),
    ),
  ];
}

const CSV_COLUMNS: readonly CsvColumn<HistoryEntry>[] = [
  { name: 'Date', value: ({ createdAt }) => createdAt },
  { name: 'Type', value: ({ type }) => type },
  { name: 'Description', value: ({ description }) => description },
  { name: 'Direction', value: ({ direction }) => direction },
  { name: 'Amount USD', value: ({ amount }) => dollarsOf(amount) },
  { name: 'Fee USD', value: ({ fee }) => dollarsOf(fee) },
  { name: 'Balance after USD', value: ({ balanceAfter }) => balanceAfter && dollarsOf(balanceAfter) },
  { name: 'Quantity', value: ({ quantity }) => quantity },
  { name: 'Status', value: ({ status }) => status },
  { name: 'ID', value: ({ id }) => id },
];
