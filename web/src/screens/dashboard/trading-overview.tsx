import { Plus, Store, Tag } from 'lucide-react';
import { lazy, useState } from 'react';
import { useUser } from '../../features/session/session.ts';
import { historyRoleOf } from '../../features/transactions/entry.ts';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { UserFigures } from './user-figures.tsx';

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
