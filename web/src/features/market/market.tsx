import { type AggregatedRate, market } from '@sterling/contract/market.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { queryOptions } from '@tanstack/react-query';
import { Coins, UsersRound, Zap } from 'lucide-react';
import { call } from '../../data/call.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { StatCard, StatRow } from '../../kit/ui/card.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { useIsPhone } from '../../kit/ui/use-browser.ts';

export interface MarketTotals {
  readonly rates: number;
  readonly accounts: number;
  readonly robux: number;
  /** The largest amount that one account can fill. */
  readonly largestOrder: number;
}

/**
 * The market as one row: numbers of rates and accounts, all Robux, and the largest order that one account
 * can fill.
 */
export function sumMarket(rows: readonly AggregatedRate[]): MarketTotals {
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

interface MarketRowProps {
  /** Undefined while loading and after a failure. */
  rows: readonly AggregatedRate[] | undefined;
  failed: boolean;
  /** The sellers of the whole market. The rows cannot tell, because a seller may have accounts at several rates. */
  sellers: { readonly data: number | undefined; readonly isError: boolean };
}

/** Three figures of the market. */
export function MarketRow({ rows, failed, sellers }: MarketRowProps) {
  const unknown = failed ? '–' : undefined;
  const isPhone = useIsPhone();
  const sum = rows && sumMarket(rows);
  return (
    <StatRow count={3}>
      <StatCard
        label={t('Total Available Robux')}
        icon={isPhone ? undefined : <Coins />}
        value={sum ? <Robux amount={sum.robux} /> : unknown}
        note={sum && noteOn(sum.rates)}
      />
      <StatCard
        label={t('Active Sellers')}
        icon={isPhone ? undefined : <UsersRound />}
        value={figureOf(sellers)}
        note={sum && accountsText(sum.accounts)}
      />
      <StatCard
        label={t('Instant Delivery')}
        icon={isPhone ? undefined : <Zap />}
        value="24/7"
        note={isPhone ? undefined : t('Automatic, around the clock')}
        className="max-sm:col-span-full max-sm:row-span-1 max-sm:flex max-sm:min-h-0 max-sm:flex-row max-sm:items-center max-sm:gap-0 max-sm:py-2 max-sm:*:first:flex-1 max-sm:*:nth-2:w-20 max-sm:*:nth-2:text-right"
      />
    </StatRow>
  );
}

function figureOf({ data, isError }: MarketRowProps['sellers']): string | undefined {
  if (data !== undefined) return formatWhole(data);
  return isError ? '–' : undefined;
}

function noteOn(rates: number): string {
  if (rates === 0) return t('None for sale right now');
  return plural(rates, 'At {rates} rate', 'At {rates} rates', { rates });
}

/** A row with the length of its stock bar: its Robux, from 0 to 1 of the largest. */
export type WithShare<Row> = Row & { readonly share: number };

/** Adds the lengths of the stock bars. */
export function withShares<Row>(rows: readonly Row[], robuxOf: (row: Row) => number): WithShare<Row>[] {
  const most = Math.max(...rows.map(robuxOf));
  return rows.map((row) => ({ ...row, share: robuxOf(row) / most }));
}

/**
 * The stock of a rate beside that of others. `share` is 0 to 1 of the largest. Hidden from screen readers, because the
 * figure beside it says the same.
 */
export function StockBar({ share }: { share: number }) {
  return (
    <span aria-hidden className="block h-2 w-full min-w-24 overflow-hidden rounded-full bg-surface-2">
      <span className="block h-full min-w-0.5 rounded-full bg-accent" style={{ width: `${100 * share}%` }} />
    </span>
  );
}
