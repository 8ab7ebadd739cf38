import type { Listing } from '@sterling/contract/listings.ts';
import { useQuery } from '@tanstack/react-query';
import { Boxes, CircleCheck, Clock, Plus, Tag } from 'lucide-react';
import { lazy, useState } from 'react';
import { DeleteListing } from '../features/listings/delete-listing.tsx';
import { ListingsTable } from '../features/listings/listings-table.tsx';
import { listingFiguresQuery, OWN_PAGE_SIZE, ownListingsQuery } from '../features/listings/queries.ts';
import { useUser } from '../features/session/session.ts';
import { formatWhole } from '../kit/format/format.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card, CardHeader } from '../kit/ui/card.tsx';
import { EmptyState } from '../kit/ui/empty-state.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { PagedRows } from '../kit/ui/paged-rows.tsx';
import { StatCard, StatRow } from '../kit/ui/stat-card.tsx';
import { AS_ADDED, useTableView } from '../kit/ui/use-table-view.ts';

const ListingDialog = lazy(() => import('../features/listings/listing-dialog.tsx'));

/** The user's own listings with figures, table and dialogs. */
export default function MyListings() {
  const { view, sortBy, turnTo } = useTableView(AS_ADDED);
  const [edited, setEdited] = useState<Listing | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Listing | null>(null);
  const query = useQuery(ownListingsQuery(useUser().id, view));
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Figures />
      <Card aria-labelledby="own-listings">
        <CardHeader id="own-listings" title="Listings">
          <Button onClick={() => setEdited('new')}>
            <Plus aria-hidden className="size-4" />
            Create New Listing
          </Button>
        </CardHeader>
        <PagedRows query={query} pageSize={OWN_PAGE_SIZE} noun="listings" onPage={turnTo} quiet>
          {(rows) => (
            <ListingsTable
              rows={rows}
              sorting={view.sorting}
              onSortingChange={sortBy}
              onEdit={setEdited}
              onDelete={setDeleted}
              empty={
                <EmptyState icon={Tag} title="No listings yet. Create your first listing to start selling!" />
              }
            />
          )}
        </PagedRows>
      </Card>
      <Overlays>
        {edited && (
          <ListingDialog listing={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Overlays>
      <Overlays>{deleted && <DeleteListing listing={deleted} onClose={() => setDeleted(null)} />}</Overlays>
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
        note={data && (data.pendingOrders > 0 ? 'Being traded' : 'All clear')}
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
