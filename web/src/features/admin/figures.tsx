import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Activity, ChartLine, CircleDollarSign, Flag, ShoppingBag, UsersRound, Wallet } from 'lucide-react';
import { formatChange, formatPercent, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { pendingText } from '../../kit/format/labels.ts';
import { Card, StatCard, StatRow } from '../../kit/ui/card.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { statsQuery } from './queries.ts';

const newToday = (users: number): string =>
  plural(users, '{count} new today', '{count} new today', { count: formatWhole(users) });

/** The four cards of the owner panel. */
export function OwnerFigures() {
  const { data, error, refetch } = useQuery(statsQuery);
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  return (
    <StatRow>
      <StatCard
        label={t('Total Users')}
        icon={<UsersRound />}
        value={data && formatWhole(data.totalUsers)}
        note={data && newToday(data.newUsersToday)}
      />
      <StatCard
        label={t('Total Revenue')}
        icon={<CircleDollarSign />}
        value={data && <Usd cents={data.totalRevenue} />}
        note={data && t('{todayRevenue} today', { todayRevenue: formatUsd(data.todayRevenue) })}
      />
      <StatCard
        label={t('Active Listings')}
        icon={<ShoppingBag />}
        value={data && formatWhole(data.activeListings)}
        note={data && pendingText(data.pendingListings)}
      />
      <StatCard
        label={t('Wallet Balance')}
        icon={<Wallet />}
        value={data && <Usd cents={data.totalWalletBalance} />}
        note={
          data &&
          t('Of all users. {pendingWithdrawals} pending withdrawals', {
            pendingWithdrawals: formatUsd(data.pendingWithdrawals),
          })
        }
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
        label={t('Total Users')}
        icon={<UsersRound />}
        value={data && formatWhole(data.totalUsers)}
        note={
          data &&
          data.newUsersThisWeek > 0 &&
          t('+{newUsersThisWeek} this week', { newUsersThisWeek: formatWhole(data.newUsersThisWeek) })
        }
      />
      <StatCard
        label={t('Daily Transactions')}
        icon={<ChartLine />}
        value={data && formatWhole(data.dailyTransactions)}
        note={data && sinceYesterday(data.transactionsChange)}
      />
      <StatCard
        label={t('Flagged Users')}
        icon={<Flag />}
        value={data && formatWhole(data.flaggedUsers)}
        note={data && (data.flaggedUsers > 0 ? t('Waiting for a decision') : t('No reviews pending'))}
      />
      <StatCard
        label={t('Uptime')}
        icon={<Activity />}
        value={data && (data.uptime === null ? '–' : formatPercent(data.uptime, 1))}
        note={t('Last 30 days')}
      />
    </StatRow>
  );
}

/** '+15.2% from yesterday'. Undefined if yesterday has no value to compare with. */
function sinceYesterday(changePercent: number | null): string | undefined {
  if (changePercent === null) return undefined;
  return t('{change} from yesterday', { change: formatChange(changePercent) });
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState error={error} onRetry={onRetry} title={t('The figures could not be loaded')} />
    </Card>
  );
}
