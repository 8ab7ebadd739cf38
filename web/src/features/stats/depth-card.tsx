import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { ChartFigure } from '../../kit/charts/chart.tsx';
import { formatRate, formatShort, formatWhole } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { DataTable } from '../../kit/ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { useIsPhone } from '../../kit/ui/use-browser.ts';
import {
  accountsText,
  MARKET_EVERY_MS,
  marketQuery,
  StockBar,
  type WithShare,
  withShares,
} from '../market/market.tsx';
import { type Depth, depthOf, depthPoints } from './stats.ts';

const column = columnsOf<WithShare<Depth>>();
const columns = column.columns([
  column.accessor('ratePerThousand', {
    header: t('Rate'),
    enableSorting: false,
    cell: ({ getValue }) => (
      <span className="whitespace-nowrap font-medium tabular-nums">
        {formatRate(getValue())} <span className="font-normal text-3">{t('per 1K')}</span>
      </span>
    ),
    meta: { card: 'title' },
  }),
  column.accessor('share', {
    header: t('Stock'),
    enableSorting: false,
    cell: ({ getValue }) => <StockBar share={getValue()} />,
    meta: { className: 'w-1/2', card: 'foot' },
  }),
  column.accessor('accounts', {
    header: t('Accounts'),
    enableSorting: false,
    cell: ({ getValue }) => <Accounts count={getValue()} />,
    meta: { align: 'right', card: 'fine' },
  }),
  column.accessor('robux', {
    header: 'Robux',
    enableSorting: false,
    cell: ({ getValue }) => <Robux amount={getValue()} />,
    meta: { align: 'right', card: 'aside' },
  }),
  column.accessor('upTo', {
    header: t('Cumulative'),
    enableSorting: false,
    cell: ({ getValue }) => <Cumulative robux={getValue()} />,
    meta: { align: 'right', card: 'fine' },
  }),
]);

/** Phone cards have no column header, so the cells name their units. */
function Accounts({ count }: { count: number }) {
  return useIsPhone() ? accountsText(count) : formatWhole(count);
}

function Cumulative({ robux }: { robux: number }) {
  const shown = <Robux amount={robux} className="sm:text-2" />;
  return useIsPhone() ? rich('{robux} cumulative', { robux: shown }) : shown;
}

/** Robux for sale at each rate now, and the cumulative sum. */
export function DepthCard() {
  const { data, error, refetch } = useQuery({
    ...marketQuery,
    refetchOnMount: 'always',
    refetchInterval: MARKET_EVERY_MS,
  });
  return (
    <Card>
      <CardHeader title={t('Market depth')} description={t('Robux for sale right now, cheapest first')} />
      {data && data.length > 1 && (
        <CardBody className="pr-3 pl-2 sm:pr-4">
          <ChartFigure
            kind="steps"
            title={t('Cumulative stock')}
            what={t('Robux up to this rate')}
            axis={t('Rate')}
            points={depthPoints(depthOf(data))}
            heightPx={220}
            formatAxis={formatShort}
          />
        </CardBody>
      )}
      {data ? (
        <DataTable
          label={t('Market depth by rate')}
          columns={columns}
          rows={withShares(depthOf(data), ({ robux }) => robux)}
          rowId={(row) => String(row.ratePerThousand)}
          empty={
            <EmptyState icon={Layers} title={t('Nothing is for sale right now')}>
              {t('Rates with stock will appear here.')}
            </EmptyState>
          }
        />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={6} className="p-4 sm:p-5" />
      )}
    </Card>
  );
}
