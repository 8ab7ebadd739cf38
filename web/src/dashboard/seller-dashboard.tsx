import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Coins, Landmark, UsersRound, Wallet } from 'lucide-react';
import { ordersQuery } from '../orders/queries.ts';
import { robloxAccountsQuery } from '../roblox-accounts/queries.ts';
import { Robux, Usd } from '../ui/money.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';
import { sumOrders } from './figures.ts';
import { QuickActions } from './quick-actions.tsx';
import { RecentOrders } from './recent-orders.tsx';

const ACTIONS = [
  { sections: ['transactions'], label: 'View Sales', note: 'Everything you sold', icon: ChartNoAxesColumn },
  { sections: ['wallet'], label: 'Withdraw Funds', note: 'To your Litecoin address', icon: Landmark },
  {
    sections: ['roblox-accounts', 'cookies'],
    label: 'Roblox Accounts',
    note: 'Stock and rates',
    icon: UsersRound,
  },
];

export function SellerDashboard() {
  const sold = useQuery(ordersQuery('seller'));
  const accounts = useQuery(robloxAccountsQuery);
  // A failed load shows as empty, without a message (seed §8).
  const orders = sold.isError ? [] : sold.data;
  const sum = orders && sumOrders(orders);
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <StatRow count={3}>
        <StatCard
          label="Total Earnings"
          icon={<Wallet />}
          value={sum && <Usd cents={sum.totalCents} />}
          note={sum && `${sum.completed} completed ${sum.completed === 1 ? 'order' : 'orders'}`}
        />
        <StatCard
          label="Active Listings"
          icon={<UsersRound />}
          value={accounts.isError ? 0 : accounts.data?.length}
          note="Roblox accounts"
        />
        <StatCard
          label="Total Sales"
          icon={<Coins />}
          value={sum && <Robux amount={sum.robux} />}
          note={sum && (sum.active > 0 ? `${sum.active} under way` : 'Nothing under way')}
          className="max-lg:col-span-2"
        />
      </StatRow>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-3">
        <RecentOrders orders={orders} side="seller" className="lg:col-span-2" />
        <QuickActions actions={ACTIONS} />
      </div>
    </div>
  );
}
