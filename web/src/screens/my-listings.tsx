import { type Listing, listings } from '@sterling/contract/listings.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Boxes, CircleCheck, Clock, Plus, Tag } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import { listingColumns } from '../features/listings/listing-columns.tsx';
import {
  listingFiguresQuery,
  OWN_PAGE_SIZE,
  ownListingsQuery,
  useDeleteListing,
} from '../features/listings/listings.ts';
import { useUser } from '../features/session/session.tsx';
import { formatWhole } from '../kit/format/format.ts';
import { AlertDialog } from '../kit/ui/alert-dialog.tsx';
import { Button } from '../kit/ui/button.tsx';
import { StatCard, StatRow } from '../kit/ui/card.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { ServerTable } from '../kit/ui/server-table.tsx';
import { useTableView } from '../kit/ui/table-view.ts';

const ListingDialog = lazy(() => import('../features/listings/listing-dialog.tsx'));

/** The user's own listings with figures, table and dialogs. */
export default function MyListings() {
  const list = useTableView(listings.list);
  const [edited, setEdited] = useState<Listing | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Listing | null>(null);
  const columns = useMemo(() => listingColumns({ onEdit: setEdited, onDelete: setDeleted }), []);
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Figures />
      <ServerTable
        title={t('Listings')}
        label={t('My listings')}
        noun={t('listings')}
        list={list}
        query={useQuery(ownListingsQuery(useUser().id, list.view))}
        pageSize={OWN_PAGE_SIZE}
        quiet
        columns={columns}
        actions={
          <Button onClick={() => setEdited('new')}>
            <Plus aria-hidden className="size-4" />
            {t('Create New Listing')}
          </Button>
        }
        nothing={NOTHING}
      />
      <Overlays>
        {edited && (
          <ListingDialog listing={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Overlays>
      <Overlays>{deleted && <DeleteListing listing={deleted} onClose={() => setDeleted(null)} />}</Overlays>
    </div>
  );
}

const NOTHING = { icon: Tag, title: t('No listings yet. Create your first listing to start selling!') };

function Figures() {
  const { data, isError } = useQuery(listingFiguresQuery);
  const shown = (figure: number | undefined) =>
    figure === undefined ? (isError ? '–' : undefined) : formatWhole(figure);
  return (
    <StatRow>
      <StatCard
        label={t('Active Listings')}
        icon={<Tag />}
        value={shown(data?.activeListings)}
        note={t('On the marketplace')}
      />
      <StatCard
        label={t('Pending Orders')}
        icon={<Clock />}
        value={shown(data?.pendingOrders)}
        note={data && (data.pendingOrders > 0 ? t('Being traded') : t('All clear'))}
      />
      <StatCard
        label={t('Sold This Month')}
        icon={<CircleCheck />}
        value={shown(data?.soldThisMonth)}
        note={t('Completed trades')}
      />
      <StatCard
        label={t('Total Inventory')}
        icon={<Boxes />}
        value={shown(data?.totalInventory)}
        note={t('Units in active listings')}
      />
    </StatRow>
  );
}

interface DeleteListingProps {
  listing: Listing;
  onClose: () => void;
}

/** Asks for confirmation before a listing is deleted. */
export function DeleteListing({ listing, onClose }: DeleteListingProps) {
  const remove = useDeleteListing(onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Delete {title}?', { title: listing.title })}
      description={t('It will be removed from the marketplace. Past trades stay in your history.')}
      confirmLabel={t('Delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(listing.id)}
    />
  );
}
