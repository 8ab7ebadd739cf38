import { Plus, Store, Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '../session/session.ts';
import { historyRoleOf } from '../transactions/entry.ts';
import { QuickActions } from './quick-actions.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { UserFigures } from './user-figures.tsx';

const ListingDialog = lazy(() => import('../listings/listing-dialog.tsx'));

/** Own totals, the latest transactions, and what one may want to do next. */
export function TradingOverview() {
  const [creating, setCreating] = useState(false);
  const user = useUser();
  const side = historyRoleOf(user);
  const actions = [
    { section: 'marketplace', label: 'Browse Marketplace', note: 'What others offer', icon: Store },
    { section: 'cookies', label: 'Update My Rates', note: 'Per 1,000 Robux, by account', icon: Tag },
  ];
  // Buyers offer nothing (seed §6).
  const create = {
    section: 'listings',
    label: 'Create New Listing',
    note: 'Sell an item on the marketplace',
    icon: Plus,
    act: () => setCreating(true),
  };
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <UserFigures side={side} />
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-3">
        <RecentTransactions side={side} className="lg:col-span-2" />
        <QuickActions actions={user.role === 'buyer' ? actions : [create, ...actions]} />
      </div>
      {creating && (
        <Suspense>
          <ListingDialog listing={null} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}
