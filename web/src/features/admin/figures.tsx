import { useQuery } from '@tanstack/react-query';
import { Activity, ChartLine, CircleDollarSign, Flag, ShoppingBag, UsersRound, Wallet } from 'lucide-react';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';
import { Card, StatCard, StatRow } from '../../kit/ui/card.tsx';
import { ErrorState } from '../../kit/ui/empty-state.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { statsQuery } from './queries.ts';

/** The four cards of the owner panel. */
export function OwnerFigures() {
  const { data, error, refetch } = useQuery(statsQuery);
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  return (
    <StatRow>
      <StatCard
        label="Total Users"
        icon={<UsersRound />}
        value={data && formatWhole(data.totalUsers)}
        note={data && `${formatWhole(data.newUsersToday)} new today`}
      />
      <StatCard
        label="Total Revenue"
        icon={<CircleDollarSign />}
        value={data && <Usd dollars={data.totalRevenue} />}
        note={data && `${formatUsd(data.todayRevenue)} today`}
      />
      <StatCard
        label="Active Listings"
        icon={<ShoppingBag />}
        value={data && formatWhole(data.activeListings)}
        note={data && `${formatWhole(data.pendingListings)} pending`}
      />
      <StatCard
        label="Wallet Balance"
        icon={<Wallet />}
        value={data && <Usd dollars={data.totalWalletBalance} />}
        note={data && `${formatUsd(data.pendingWithdrawals)} pending withdrawals`}
        longNote
      />
    </StatRow>
  );
}

/** The four cards of the admin panel, with changes against the previous period. */
export function PanelFigures() {
  const { data, error, refetch } = useQuery(statsQuery);
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  return (
    <StatRow>
      <StatCard
        label="Total Users"
        icon={<UsersRound />}
        value={data && formatWhole(data.totalUsers)}
        note={data && data.newUsersThisWeek > 0 && `+${formatWhole(data.newUsersThisWeek)} this week`}
      />
      <StatCard
        label="Daily Transactions"
        icon={<ChartLine />}
        value={data && formatWhole(data.dailyTransactions)}
        note={data && sinceYesterday(data.transactionsChange)}
      />
      <StatCard
        label="Flagged Users"
        icon={<Flag />}
        value={data && formatWhole(data.flaggedUsers)}
        note={data && (data.flaggedUsers > 0 ? 'Waiting for a decision' : 'No reviews pending')}
      />
      <StatCard
        label="Uptime"
        icon={<Activity />}
        value={data && (data.uptime === null ? '–' : `${data.uptime.toFixed(1)}%`)}
        note="Last 30 days"
      />
    </StatRow>
  );
}

/** '+15.2% from yesterday'. Undefined if yesterday has no value to compare with. */
function sinceYesterday(changePercent: number | null): string | undefined {
  if (changePercent === null) return undefined;
  return `${changePercent > 0 ? '+' : ''}${changePercent.toFixed(1)}% from yesterday`;
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState error={error} onRetry={onRetry} title="The figures could not be loaded" />
    </Card>
  );
}
