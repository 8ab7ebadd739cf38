import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Star, Tag, Wallet } from 'lucide-react';
import type { Side } from '../../features/orders/side.ts';
import { userStatsQuery } from '../../features/stats/dashboard-queries.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { StatCard, StatRow } from '../../kit/ui/stat-card.tsx';

/** Totals of the user. A missing rating shows a dash. */
export function UserFigures({ side }: { side: Side }) {
  const { data, isError } = useQuery(userStatsQuery(side));
  const isKnown = data !== undefined || isError;
  return (
    <StatRow>
      <StatCard
        label="Total Earnings"
        icon={<Wallet />}
        value={isKnown ? <Usd dollars={data?.totalEarnings} /> : undefined}
        note="From sales"
      />
      <StatCard
        label="Completed Trades"
        icon={<CircleCheck />}
        value={isKnown ? formatWhole(data?.totalTransactions) : undefined}
        note="Trades and orders"
      />
      <StatCard
        label="Active Listings"
        icon={<Tag />}
        value={isKnown ? formatWhole(data?.totalListings) : undefined}
        note="On the marketplace"
      />
      <StatCard
        label="Rating"
        icon={<Star />}
        value={isKnown ? (data?.rating?.toFixed(1) ?? '–') : undefined}
        note={
          data &&
          (data.successRate === null
            ? 'No finished trades yet'
            : `Success Rate ${data.successRate.toFixed(1)}%`)
        }
      />
    </StatRow>
  );
}
