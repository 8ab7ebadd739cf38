import { type Listing, listings } from '@sterling/contract/listings.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Boxes, CircleCheck, Clock, Pencil, Plus, Tag, Trash2 } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import {
  itemTypeName,
  listingFiguresQuery,
  listingTone,
  OWN_PAGE_SIZE,
  ownListingsQuery,
  shortId,
  useDeleteListing,
} from '../features/listings/listings.ts';
import { useUser } from '../features/sessions/session.tsx';
import { formatWhole } from '../kit/format/format.ts';
import { labelOf } from '../kit/format/labels.ts';
import { ItemLink } from '../kit/navigation/open-above.tsx';
import { AlertDialog } from '../kit/ui/alert-dialog.tsx';
import { Badge } from '../kit/ui/badge.tsx';
import { Button, IconButton } from '../kit/ui/button.tsx';
import { StatCard, StatRow } from '../kit/ui/card.tsx';
import { columnsOf } from '../kit/ui/columns.ts';
import { Usd } from '../kit/ui/money.tsx';
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

interface RowActions {
  readonly onEdit: (listing: Listing) => void;
  readonly onDelete: (listing: Listing) => void;
}

const column = columnsOf<Listing>();
const listingColumns = (actions: RowActions) =>
  column.columns([
    column.accessor('title', {
      header: t('Item'),
      cell: ({ row }) => <Item listing={row.original} />,
      sortDescFirst: false,
      meta: { card: 'title' },
    }),
    column.accessor('quantity', {
      header: t('Quantity'),
      cell: ({ getValue }) => formatWhole(getValue()),
      meta: { align: 'right' },
    }),
    column.accessor('pricePerUnit', {
      header: t('Rate'),
      cell: ({ getValue }) => <Usd cents={getValue()} />,
      meta: { align: 'right' },
    }),
    column.accessor('totalPrice', {
      header: t('Total Value'),
      cell: ({ getValue }) => <Usd cents={getValue()} className="font-medium" />,
      meta: { align: 'right' },
    }),
    column.accessor('status', {
      header: t('Status'),
      cell: ({ getValue }) => <ListingStatus status={getValue()} />,
      sortDescFirst: false,
    }),
    column.display({
      id: 'actions',
      header: t('Actions'),
      cell: ({ row }) => <Actions listing={row.original} {...actions} />,
      meta: { card: 'aside', align: 'right' },
    }),
  ]);

/** The title of a listing that was bought opens its trade. */
function Item({ listing }: { listing: Listing }) {
  const { title, tradeId } = listing;
  return (
    <span className="flex min-w-0 flex-col @max-2xl:min-w-32 @2xl:min-w-44">
      <span className="wrap-anywhere line-clamp-2 font-medium">
        {tradeId ? (
          <ItemLink
            item={{ kind: 'trade', id: tradeId }}
            className="text-accent underline-offset-4 hover:underline"
          >
            {title}
          </ItemLink>
        ) : (
          title
        )}
      </span>
      <span className="font-normal text-3 text-xs">
        {itemTypeName(listing.itemType)} ·{' '}
        <span title={listing.sellerId} className="whitespace-nowrap">
          {t('Your ID {sellerId}', { sellerId: shortId(listing.sellerId) })}
        </span>
      </span>
    </span>
  );
}

function ListingStatus({ status }: { status: Listing['status'] }) {
  return <Badge tone={listingTone(status)}>{labelOf(status)}</Badge>;
}

/** Only active listings can be edited. A pending listing can be neither edited nor deleted. */
function Actions({ listing, onEdit, onDelete }: RowActions & { listing: Listing }) {
  const { status, title } = listing;
  return (
    <span className="inline-flex gap-1">
      <IconButton
        icon={Pencil}
        label={t('Edit {title}', { title })}
        disabled={status !== 'active'}
        onClick={() => onEdit(listing)}
      />
      <IconButton
        icon={Trash2}
        label={t('Delete {title}', { title })}
        disabled={status === 'pending'}
        onClick={() => onDelete(listing)}
        className="hover:text-bad"
      />
    </span>
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
function DeleteListing({ listing, onClose }: DeleteListingProps) {
  const remove = useDeleteListing(onClose);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Delete “{title}”?', { title: listing.title })}
      description={t('It will be removed from the marketplace. Past trades stay in your history.')}
      confirmLabel={t('Delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(listing.id)}
    />
  );
}
