import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, Coins, ShoppingBag, Wallet } from 'lucide-react';
import { WaitingTrades } from '../../features/inbox/inbox.tsx';
import { RecentOrdersCard } from '../../features/orders/order-list.tsx';
import {
  averageText,
  NO_BUYER_WEEK,
  robuxOf,
  robuxPoints,
  useToday,
  weekQuery,
} from '../../features/stats/stats.ts';
import { WeekCard } from '../../features/stats/week-card.tsx';
import { formatRobux, formatShort, formatWhole } from '../../kit/format/format.ts';
import { pendingText } from '../../kit/format/labels.ts';
import { StatCard, StatRow } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { type QuickAction, QuickActions, RecentTransactions } from './dashboard-cards.tsx';
import { BuyerFirstSteps } from './first-steps.tsx';

const ACTIONS: readonly QuickAction[] = [
  { section: 'buy-robux', label: t('Buy Robux'), note: t('At the best available rate'), icon: ShoppingBag },
  {
    section: 'transactions',
    label: t('Transaction History'),
    note: t('Your orders and deposits'),
    icon: Clock,
  },
  { section: 'wallet', label: t('Wallet'), note: t('Deposit Litecoin'), icon: Wallet },
];

export default function BuyerDashboard() {
  const today = useToday();
  const { data, isError } = useQuery(weekQuery('buyer', today));
  // A failed load shows zeros without a message.
  const week = data ?? (isError ? NO_BUYER_WEEK : undefined);
  const totals = week?.totals;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <p className="text-2 sm:hidden">{t("Welcome back! Here's your trading overview.")}</p>
      <WaitingTrades>
        <StatRow>
          <StatCard
            label={t('Total Robux')}
            icon={<Coins />}
            value={totals && <Robux amount={totals.totalRobux} />}
            note={data && t('{robux} this week', { robux: formatRobux(robuxOf(data)) })}
          />
          <StatCard
            label={t('Total Spent')}
            icon={<Wallet />}
            value={totals && <Usd cents={totals.totalSpent} />}
            note={totals && averageText(totals)}
          />
          <StatCard
            label={t('Completed Orders')}
            icon={<CircleCheck />}
            value={totals && formatWhole(totals.completedOrders)}
            note={totals && t('Out of {totalOrders} total', { totalOrders: formatWhole(totals.totalOrders) })}
          />
          <StatCard
            label={t('Active Orders')}
            icon={<Clock />}
            value={totals?.activeOrders}
            note={totals && <ActiveNote pending={totals.pendingOrders} active={totals.activeOrders} />}
          />
        </StatRow>
        <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-3">
          <WeekCard
            title={t('Weekly Activity')}
            what={t('Robux bought')}
            points={week && robuxPoints(week, today)}
            change={week?.change}
            heightPx={400}
            emptyHeightPx={300}
            emptyTitle={t('No activity this week')}
            empty={data?.totals.completedOrders === 0 && <BuyerFirstSteps totals={data.totals} />}
            formatAxis={formatShort}
            className="lg:col-span-2"
          />
          <QuickActions actions={ACTIONS} />
        </div>
        <div className="grid grid-cols-1 gap-4 md:gap-6 xl:grid-cols-3">
          <RecentTransactions side="buyer" className="xl:col-span-2" />
          <RecentOrdersCard title={t('Recent Orders')} />
        </div>
      </WaitingTrades>
    </div>
  );
}

/** The state of the active orders, with a warning dot while some are pending. */
export function ActiveNote({ pending, active }: { pending: number; active: number }) {
  const idle = active > 0 ? t('In progress') : t('All clear');
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={cn('size-1.5 rounded-full', pending > 0 ? 'bg-warn' : 'bg-good')} />
      {pending > 0 ? pendingText(pending) : idle}
    </span>
  );
}
