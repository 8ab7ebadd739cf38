import type { Listing } from '@sterling/contract/listings.ts';
import { useQuery } from '@tanstack/react-query';
import { Boxes, CircleCheck, Clock, Plus, Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatWhole } from '../format.ts';
import { useUser } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';
import { DeleteListing } from './delete-listing.tsx';
import { ListingsTable } from './listings-table.tsx';
import { listingFiguresQuery, OWN_PAGE_SIZE, type OwnView, ownListingsQuery } from './queries.ts';

const ListingDialog = lazy(() => import('./listing-dialog.tsx'));
const NEWEST_FIRST: OwnView = { page: 1, sorting: [] };

/** What one offers on the marketplace: figures, table, and the dialogs that change it. */
export default function MyListings() {
  const [view, setView] = useState(NEWEST_FIRST);
  const [edited, setEdited] = useState<Listing | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Listing | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery(ownListingsQuery(useUser().id, view));
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Figures />
      <Card aria-labelledby="own-listings">
        <CardHeader id="own-listings" title="Listings" description="What you offer on the marketplace.">
          <Button onClick={() => setEdited('new')}>
            <Plus aria-hidden className="size-4" />
            Create New Listing
          </Button>
        </CardHeader>
        {data ? (
          <div aria-busy={isPlaceholderData}>
            <ListingsTable
              rows={data.rows}
              sorting={view.sorting}
              onSortingChange={(sorting) => setView({ sorting, page: 1 })}
              onEdit={setEdited}
              onDelete={setDeleted}
              empty={
                <EmptyState icon={Tag} title="No listings yet. Create your first listing to start selling!" />
              }
            />
            {data.total > OWN_PAGE_SIZE && (
              <Pager
                page={view.page}
                pageSize={OWN_PAGE_SIZE}
                total={data.total}
                noun="listings"
                onPage={(page) => setView({ ...view, page })}
              />
            )}
          </div>
        ) : error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={5} className="p-5" />
        )}
      </Card>
      {edited && (
        <Suspense>
          <ListingDialog listing={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      <DeleteListing listing={deleted} onClose={() => setDeleted(null)} />
    </div>
  );
}

function Figures() {
  const { data, isError } = useQuery(listingFiguresQuery);
  const shown = (figure: number | undefined) =>
    figure === undefined ? (isError ? '–' : undefined) : formatWhole(figure);
  return (
    <StatRow>
      <StatCard
        label="Active Listings"
        icon={<Tag />}
        value={shown(data?.activeListings)}
        note="On the marketplace"
      />
      <StatCard
        label="Pending Orders"
        icon={<Clock />}
        value={shown(data?.pendingOrders)}
        note={data && (data.pendingOrders > 0 ? 'Being traded' : 'Nothing waits')}
      />
      <StatCard
        label="Sold This Month"
        icon={<CircleCheck />}
        value={shown(data?.soldThisMonth)}
        note="Completed trades"
      />
      <StatCard
        label="Total Inventory"
        icon={<Boxes />}
        value={shown(data?.totalInventory)}
        note="Units in active listings"
      />
    </StatRow>
  );
}
