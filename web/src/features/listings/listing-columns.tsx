import type { Listing } from '@sterling/contract/listings.ts';
import { t } from '@sterling/contract/texts.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { formatWhole } from '../../kit/format/format.ts';
import { labelOf } from '../../kit/format/labels.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { itemTypeName, listingTone, shortId } from './listings.ts';

interface RowActions {
  readonly onEdit: (listing: Listing) => void;
  readonly onDelete: (listing: Listing) => void;
}

const column = columnsOf<Listing>();
export const listingColumns = (actions: RowActions) =>
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

function Item({ listing }: { listing: Listing }) {
  return (
    <span className="flex min-w-0 flex-col sm:min-w-44">
      <span className="wrap-anywhere line-clamp-2 font-medium">{listing.title}</span>
      <span className="font-normal text-3 text-xs">
        {itemTypeName(listing.itemType)} ·{' '}
        <span title={listing.sellerId} className="whitespace-nowrap">
          {t('Seller {sellerId}', { sellerId: shortId(listing.sellerId) })}
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
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t('Edit {title}', { title })}
        disabled={status !== 'active'}
        onClick={() => onEdit(listing)}
      >
        <Pencil aria-hidden className="size-4" />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t('Delete {title}', { title })}
        disabled={status === 'pending'}
        onClick={() => onDelete(listing)}
        className="hover:text-bad"
      >
        <Trash2 aria-hidden className="size-4" />
      </Button>
    </span>
  );
}
