import { useQuery } from '@tanstack/react-query';
import { Coins, Store, Tag, UsersRound } from 'lucide-react';
import { formatRate, formatWhole } from '../format.ts';
import { platformStatsQuery } from '../platform/queries.ts';
import { Robux } from '../ui/money.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';

/** What anybody may see: the platform's own figures and the market's best offer. */
export default function GenericOverview() {
  const { data, isError } = useQuery(platformStatsQuery);
  const best = data?.rates[0];
  const known = data || isError;
  return (
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
  );
}
