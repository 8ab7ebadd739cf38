import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { platformStatsQuery } from '../../features/platform/queries.ts';
import { formatRate } from '../../kit/format/format.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import TradingOverview from './trading-overview.tsx';

/** The overview for every role: totals, transactions and the best market rates. */
export default function GenericOverview() {
  const { data } = useQuery(platformStatsQuery);
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <TradingOverview />
      {data && <CheapestRates rates={data.rates} />}
    </div>
  );
}

function CheapestRates({ rates }: { rates: readonly AggregatedRate[] }) {
  return (
    <Card>
      <CardHeader title="Cheapest Rates" description="Per 1,000 Robux, live." />
      {rates.length === 0 ? (
        <EmptyState icon={Tag} title="No stock for sale right now" />
      ) : (
        <ul className="divide-y divide-line">
          {rates.map((rate) => (
            <li key={rate.ratePerThousand} className="flex min-h-13 items-center gap-4 px-4 py-2 sm:px-5">
              <span className="flex-1 font-medium tabular-nums">{formatRate(rate.ratePerThousand)}</span>
              <span className="text-3 tabular-nums">
                {rate.accountCount} {rate.accountCount === 1 ? 'account' : 'accounts'}
              </span>
              <Robux amount={rate.totalRobux} className="w-24 text-right" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
