import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Plus, Star, Store, Tag, Wallet } from 'lucide-react';
import { lazy, useState } from 'react';
import type { Side } from '../../features/orders/order.ts';
import { useUser } from '../../features/session/session.ts';
import { userStatsQuery } from '../../features/stats/queries.ts';
import { historyRoleOf } from '../../features/transactions/entry.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { StatCard, StatRow } from '../../kit/ui/stat-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentTransactions } from './recent-card.tsx';

const UpdateRatesDialog = lazy(() => import('../../features/stats/update-rates-dialog.tsx'));
const ListingDialog = lazy(() => import('../../features/listings/listing-dialog.tsx'));

/** Totals of the user, the latest transactions, and quick actions. */
export default function TradingOverview() {
  const [open, setOpen] = useState<'listing' | 'rates' | null>(null);
  const user = useUser();
  const side = historyRoleOf(user);
  const browse = {
    section: 'marketplace',
    label: 'Browse Marketplace',
    note: 'See what others are selling',
    icon: Store,
  };
  // Buyers cannot create listings.
  const create = {
    section: 'listings',
    label: 'Create New Listing',
    note: 'Sell an item on the marketplace',
    icon: Plus,
    act: () => setOpen('listing'),
  };
  const update = {
    section: 'rates',
    label: 'Update My Rates',
    note: 'Per 1,000 Robux, by account',
    icon: Tag,
    act: () => setOpen('rates'),
  };
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <UserFigures side={side} />
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-3">
        {/* First on a phone. The table below grows when it loads and must not move the buttons. */}
        <QuickActions
          actions={user.role === 'buyer' ? [browse] : [create, browse, update]}
          className="lg:order-last"
        />
        <RecentTransactions side={side} className="lg:col-span-2" />
      </div>
      <Overlays>
        {open === 'listing' && <ListingDialog listing={null} onClose={() => setOpen(null)} />}
        {open === 'rates' && <UpdateRatesDialog onClose={() => setOpen(null)} />}
      </Overlays>
    </div>
  );
}

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
