import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { Coins, Store, Tag, UsersRound } from 'lucide-react';
import { formatRate, formatWhole } from '../format.ts';
import { platformStatsQuery } from '../platform/queries.ts';
import { Card, CardHeader } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Robux } from '../ui/money.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';

/** What anybody may see: the platform's own figures and the market's best offer. */
export default function GenericOverview() {
  const { data, isError } = useQuery(platformStatsQuery);
  const best = data?.rates[0];
  const known = data || isError;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <StatRow>
        <StatCard
          label="Total Robux Sold"
          icon={<Coins />}
          value={known && <Robux amount={data?.totalRobuxSold} />}
        />
        <StatCard label="Total Users" icon={<UsersRound />} value={known && formatWhole(data?.totalUsers)} />
        <StatCard
          label="Best Rate"
          icon={<Tag />}
          value={known && (best ? formatRate(best.ratePerThousand) : '–')}
          note={best ? 'per 1,000 Robux' : 'No stock for sale right now'}
        />
        <StatCard
          label="For Sale at Best Rate"
          icon={<Store />}
          value={known && <Robux amount={best?.totalRobux} />}
          note={best && `${best.accountCount} ${best.accountCount === 1 ? 'account' : 'accounts'}`}
        />
      </StatRow>
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
            <li key={rate.ratePerThousand} className="flex min-h-13 items-center gap-4 px-5 py-2">
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
