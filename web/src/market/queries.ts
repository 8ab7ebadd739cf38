import { market } from '@sterling/contract/platform.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** How often the market is read anew where it is followed. */
export const MARKET_EVERY_MS = 5000;

/** Stock for sale by rate, cheapest first. Who follows it sets `refetchInterval`. */
export const marketQuery = queryOptions({
  queryKey: ['market'],
  queryFn: ({ signal }) => call(market.aggregated, undefined, { signal }),
});
