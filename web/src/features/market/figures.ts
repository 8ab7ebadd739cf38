import { type Rate, rate } from '@sterling/contract/money.ts';
import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { centsIn } from '../../data/money.ts';

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

/** A row's rate in cents per 1000 Robux. */
export const rateOf = (row: Pick<AggregatedRate, 'ratePerThousand'>): Rate =>
  rate(centsIn(row.ratePerThousand));
