import { market } from '@sterling/contract/platform.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';

/** Refetch interval of pages that show the market live. */
export const MARKET_EVERY_MS = 5000;

/** Stock for sale by rate, cheapest first. Live pages set `refetchInterval`. */
export const marketQuery = queryOptions({
  queryKey: ['market'],
  queryFn: ({ signal }) => call(market.aggregated, undefined, { signal }),
});
