import { Direction } from '@sterling/contract/fields.ts';
import type { AggregatedRate } from '@sterling/contract/market.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Coins, Pause, RotateCw, Store, Tag, UsersRound } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import {
  accountsText,
  MARKET_EVERY_MS,
  marketQuery,
  StockBar,
  sumMarket,
  type WithShare,
  withShares,
} from '../features/market/market.tsx';
import { formatRate, formatWhole } from '../kit/format/format.ts';
import { rich } from '../kit/format/rich.tsx';
import { sectionPath } from '../kit/navigation/section-navigation.ts';
import { useUrlState } from '../kit/navigation/use-url-state.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card, CardHeader, StatCard, StatRow } from '../kit/ui/card.tsx';
import { columnsOf } from '../kit/ui/columns.ts';
import { DataTable } from '../kit/ui/data-table.tsx';
import { Loaded } from '../kit/ui/loaded.tsx';
import { EmptyState } from '../kit/ui/missing-content.tsx';
import { Robux } from '../kit/ui/money.tsx';
import { SkeletonRows } from '../kit/ui/spinner.tsx';
import { Tooltip } from '../kit/ui/tooltip.tsx';
import { useIsPhone } from '../kit/ui/use-browser.ts';

/** All stock for sale by rate. Refetched every `MARKET_EVERY_MS` unless the user switches that off. */
export default function RobuxMarket() {
  const [auto, setAuto] = useState(true);
  const [refreshing, setRefreshing] = useState(false);
  const market = useQuery({
    ...marketQuery,
    refetchOnMount: 'always',
    refetchInterval: MARKET_EVERY_MS,
    // In Manual mode, server events must not refetch the market either.
    enabled: auto,
  });
  const refresh = async () => {
    setRefreshing(true);
    await market.refetch();
    setRefreshing(false);
  };
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Figures rows={market.data} failed={market.error !== null} />
      <Card>
        <CardHeader
          title={t('For sale now')}
          description={t('Every active account with stock, grouped by price.')}
        >
          <AutoToggle auto={auto} onChange={setAuto} />
          <Button variant="secondary" size="sm" pending={refreshing} onClick={refresh}>
            <RotateCw aria-hidden className="size-4" />
            {t('Refresh')}
          </Button>
        </CardHeader>
        <Loaded query={market} waiting={<SkeletonRows className="p-4 sm:p-5" />}>
          {(rows) => <MarketTable rows={rows} empty={<NothingForSale />} />}
        </Loaded>
      </Card>
    </div>
  );
}

/** Three figures of the market. `rows` is undefined while loading and after a failure. */
function Figures({ rows, failed }: { rows: readonly AggregatedRate[] | undefined; failed: boolean }) {
  const sum = rows && sumMarket(rows);
  const unknown = failed ? '–' : undefined;
  return (
    <StatRow count={3}>
      <StatCard
        label={t('Rates')}
        icon={<Tag />}
        value={sum ? formatWhole(sum.rates) : unknown}
        note={rows && spanOf(rows)}
      />
      <StatCard
        label={t('Total Accounts')}
        icon={<UsersRound />}
        value={sum ? formatWhole(sum.accounts) : unknown}
        note={t('Active, with stock')}
      />
      <StatCard
        label={t('Total Robux')}
        icon={<Coins />}
        value={sum ? <Robux amount={sum.robux} /> : unknown}
        note={sum && <>{rich('Largest order {robux}', { robux: <Robux amount={sum.largestOrder} /> })}</>}
        className="max-sm:col-span-full"
      />
    </StatRow>
  );
}

/** `$3.15 to $5.50 per 1K`. Expects the cheapest row first. */
function spanOf(rows: readonly AggregatedRate[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return t('None for sale right now');
  const cheapest = formatRate(first.ratePerThousand);
  return first === last
    ? t('{cheapest} per 1K', { cheapest })
    : t('{cheapest} to {ratePerThousand} per 1K', {
        cheapest,
        ratePerThousand: formatRate(last.ratePerThousand),
      });
}

/** Shows the current mode. A press switches it. */
function AutoToggle({ auto, onChange }: { auto: boolean; onChange: (auto: boolean) => void }) {
  return (
    <Tooltip
      content={
        auto
          ? t('Auto-refreshing every {seconds} seconds. Click to pause.', { seconds: MARKET_EVERY_MS / 1000 })
          : t('Paused. Click to resume.')
      }
    >
      <Button variant="secondary" size="sm" onClick={() => onChange(!auto)} className="w-24">
        {auto ? (
          <span aria-hidden className="mx-1 size-2 rounded-full bg-good" />
        ) : (
          <Pause aria-hidden className="size-4" />
        )}
        {auto ? t('Auto') : t('Manual')}
      </Button>
    </Tooltip>
  );
}

function NothingForSale() {
  return (
    <EmptyState icon={Store} title={t('No data available')}>
      <p>{t('Add accounts with cookies to put Robux on the market.')}</p>
      <Button asChild variant="secondary" size="sm">
        <Link href={sectionPath('cookies')}>{t('Go to Accounts')}</Link>
      </Button>
    </EmptyState>
  );
}

const column = columnsOf<WithShare<AggregatedRate>>();
const columns = column.columns([
  column.accessor('ratePerThousand', {
    id: 'price',
    header: t('Price'),
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatRate(getValue())} <span className="font-normal text-3">{t('per 1K')}</span>
      </span>
    ),
    sortDescFirst: false,
    meta: { card: 'title', className: 'font-medium' },
  }),
  column.accessor('share', {
    header: t('Stock'),
    enableSorting: false,
    cell: ({ getValue }) => <StockBar share={getValue()} />,
    meta: { className: 'w-1/2', card: 'foot' },
  }),
  column.accessor('accountCount', {
    header: t('Accounts'),
    cell: ({ getValue }) => <Accounts count={getValue()} />,
    sortDescFirst: false,
    meta: { align: 'right', card: 'fine' },
  }),
  column.accessor('totalRobux', {
    header: 'Robux',
    cell: ({ getValue }) => <Robux amount={getValue()} />,
    sortDescFirst: false,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** Phone cards have no column header, so the cell names its unit. */
function Accounts({ count }: { count: number }) {
  const isPhone = useIsPhone();
  return isPhone ? accountsText(count) : formatWhole(count);
}

const SORTING = z.object({
  sort: z.optional(z.enum(['price', 'accountCount', 'totalRobux'])),
  dir: Direction,
});
const PARAMS = ['sort', 'dir'] as const;

/** Price, stock and accounts of each rate. Cheapest first by default. */
function MarketTable({ rows, empty }: { rows: readonly AggregatedRate[]; empty: ReactNode }) {
  const [{ sort = 'price', dir = 'asc' }, change] = useUrlState(SORTING, PARAMS);
  const shared = useMemo(() => withShares(rows, ({ totalRobux }) => totalRobux), [rows]);
  return (
    <DataTable
      label={t('Robux for sale by price')}
      columns={columns}
      rows={shared}
      rowId={(row) => String(row.ratePerThousand)}
      sorting={[{ id: sort, desc: dir === 'desc' }]}
      onSortingChange={([sorted]) => change({ sort: sorted?.id, dir: sorted?.desc ? 'desc' : 'asc' })}
      empty={empty}
    />
  );
}
