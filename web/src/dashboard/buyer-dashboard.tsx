import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, Coins, ShoppingBag, Wallet } from 'lucide-react';
import { ordersQuery } from '../orders/queries.ts';
import { cn } from '../ui/class-names.ts';
import { Robux, Usd } from '../ui/money.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';
import { sumOrders } from './figures.ts';
import { QuickActions } from './quick-actions.tsx';
import { RecentOrders } from './recent-orders.tsx';

const ACTIONS = [
  { sections: ['buy-robux'], label: 'Buy Robux', note: 'At the best rate on the market', icon: ShoppingBag },
  { sections: ['transactions'], label: 'Transaction History', note: 'Everything you bought', icon: Clock },
  { sections: ['wallet'], label: 'Wallet', note: 'Deposit Litecoin', icon: Wallet },
];

export function BuyerDashboard() {
  const { data, isError } = useQuery(ordersQuery('buyer'));
  // A failed load shows as empty, without a message (seed §8).
  const orders = isError ? [] : data;
  const sum = orders && sumOrders(orders);
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <p className="text-2 sm:hidden">Welcome back! Here's your trading overview.</p>
      <StatRow>
        <StatCard label="Total Robux" icon={<Coins />} value={sum && <Robux amount={sum.robux} />} />
        <StatCard label="Total Spent" icon={<Wallet />} value={sum && <Usd cents={sum.totalCents} />} />
        <StatCard
          label="Completed Orders"
          icon={<CircleCheck />}
          value={sum?.completed}
          note={sum && `Out of ${sum.all} total`}
        />
        <StatCard
          label="Active Orders"
          icon={<Clock />}
          value={sum?.active}
          note={sum && <ActiveNote pending={sum.pending} active={sum.active} />}
        />
      </StatRow>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-3">
        <RecentOrders orders={orders} side="buyer" className="lg:col-span-2" />
        <QuickActions actions={ACTIONS} />
      </div>
    </div>
  );
}

function ActiveNote({ pending, active }: { pending: number; active: number }) {
  const text = pending > 0 ? `${pending} pending` : active > 0 ? 'In progress' : 'Nothing waits';
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={cn('size-1.5 rounded-full', pending > 0 ? 'bg-warn' : 'bg-good')} />
      {text}
    </span>
  );
}
