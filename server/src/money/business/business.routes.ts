import { api } from '@sterling/contract/api.ts';
import type { Business } from '@sterling/contract/business.ts';
import { dollarsOf } from '@sterling/contract/money.ts';
import { type CsvColumn, onePage, sendCsv } from '../../platform/http/csv.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { readBusiness } from './business.reads.ts';
import { readGrowth } from './growth.reads.ts';

/** The business figures of the owner panel. */
export function businessRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.business.read, ({ query }) => readBusiness(db, query.range ?? '30d')),
    handle(api.business.csv, async ({ query, reply }) => {
      const { periods } = await readBusiness(db, query.range ?? '30d');
      return sendCsv(reply, 'sterling-business.csv', COLUMNS, onePage(periods));
    }),
    handle(api.business.growth, ({ query }) => readGrowth(db, query.range ?? '30d')),
  ];
}

type Period = Business['periods'][number];

const COLUMNS: readonly CsvColumn<Period>[] = [
  { name: 'From', value: ({ date }) => date },
  { name: 'Orders', value: ({ orders }) => orders },
  { name: 'Trades', value: ({ trades }) => trades },
  { name: 'Robux', value: ({ robux }) => robux },
  { name: 'Volume USD', value: ({ volume }) => dollarsOf(volume) },
  { name: 'Withdrawal fees USD', value: ({ withdrawalFees }) => dollarsOf(withdrawalFees) },
  { name: 'Marketplace fees USD', value: ({ marketplaceFees }) => dollarsOf(marketplaceFees) },
  { name: 'Network fees USD', value: ({ networkFees }) => dollarsOf(networkFees) },
  { name: 'Revenue USD', value: ({ revenue }) => dollarsOf(revenue) },
  { name: 'Network costs USD', value: ({ networkCosts }) => dollarsOf(networkCosts) },
  { name: 'Affiliate shares USD', value: ({ affiliateShares }) => dollarsOf(affiliateShares) },
  { name: 'Late purchases USD', value: ({ latePurchases }) => dollarsOf(latePurchases) },
  { name: 'Costs USD', value: ({ costs }) => dollarsOf(costs) },
  { name: 'Margin USD', value: ({ margin }) => dollarsOf(margin) },
  { name: 'Margin percent of volume', value: ({ marginShare }) => marginShare },
  { name: 'Adjustments USD', value: ({ adjustments }) => dollarsOf(adjustments) },
];
