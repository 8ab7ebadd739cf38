import { type AggregatedRate, market } from '@sterling/contract/platform.ts';
import { plural } from '@sterling/contract/texts.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { formatWhole } from '../../kit/format/format.ts';

export interface MarketFigures {
  readonly rates: number;
  readonly accounts: number;
  readonly robux: number;
  /** The largest amount that one account can fill. */
  readonly largestOrder: number;
}

export function sumMarket(rows: readonly AggregatedRate[]): MarketFigures {
  return {
    rates: rows.length,
    accounts: rows.reduce((sum, row) => sum + row.accountCount, 0),
    robux: rows.reduce((sum, row) => sum + row.totalRobux, 0),
    largestOrder: Math.max(0, ...rows.map((row) => row.largestOrder)),
  };
}

/** `2 accounts` */
export const accountsText = (count: number): string =>
  plural(count, '{count} account', '{count} accounts', { count: formatWhole(count) });

/** Refetch interval of pages that show the market live. */
export const MARKET_EVERY_MS = 5000;

/** Stock for sale by rate, cheapest first. Live pages set `refetchInterval`. */
export const marketQuery = queryOptions({
  queryKey: ['market'],
  queryFn: ({ signal }) => call(market.aggregated, undefined, { signal }),
});
