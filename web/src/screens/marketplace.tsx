import { type ItemType, type Listing, listings } from '@sterling/contract/listings.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ConfirmTrade, ListingCard, useMayBuy } from '../features/listings/listing-card.tsx';
import { ITEM_TYPES, MARKET_PAGE_SIZE, marketplaceQuery } from '../features/listings/listings.ts';
import { useUser } from '../features/sessions/session.tsx';
import { openItem } from '../kit/navigation/open-above.tsx';
import { sectionPath } from '../kit/navigation/section-navigation.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card } from '../kit/ui/card.tsx';
import { EmptyState, ErrorState } from '../kit/ui/missing-content.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { Pager, useLastPage } from '../kit/ui/paged-rows.tsx';
import { Select } from '../kit/ui/select.tsx';
import { Skeleton } from '../kit/ui/spinner.tsx';
import { SearchInput } from '../kit/ui/table-filters.tsx';
import { isFiltered, type TableView, useTableView } from '../kit/ui/table-view.ts';
import { useSteady } from '../kit/ui/use-steady.ts';

const TYPES: readonly { value: ItemType | 'all'; label: string }[] = [
  { value: 'all', label: t('All Items') },
  ...ITEM_TYPES,
];

/** Listings of other users, with search and type filter. Buyers purchase a listing as a whole. */
export default function Marketplace() {
  const { view, search, filterBy, turnTo } = useTableView(listings.list);
  const [chosen, setChosen] = useState<Listing | null>(null);
  const mayBuy = useMayBuy();
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-between print:hidden">
        <SearchInput label={t('Search items...')} search={search} className="sm:w-96" />
        <Select
          aria-label={t('Item type')}
          value={(view.filter.itemType || 'all') as ItemType | 'all'}
          onChange={(itemType) => filterBy({ itemType: itemType === 'all' ? '' : itemType })}
          choices={TYPES}
          className="h-10 text-sm max-sm:text-base sm:w-52"
        />
      </div>
      <Found view={view} onPage={turnTo} onPurchase={(listing) => mayBuy() && setChosen(listing)} />
      <Overlays>
        {chosen && (
          <ConfirmTrade
            listing={chosen}
            onClose={() => setChosen(null)}
            onBought={({ id }) => openItem({ kind: 'trade', id })}
          />
        )}
      </Overlays>
    </div>
  );
}

interface FoundProps {
  view: TableView;
  onPage: (page: number, isGone?: boolean) => void;
  onPurchase: (listing: Listing) => void;
}

const GRID = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3';
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function Found({ view, onPage, onPurchase }: FoundProps) {
  const query = useQuery(marketplaceQuery(view));
  const { error, refetch, isPlaceholderData } = query;
  const data = useSteady(query.data);
  const isTurning = useLastPage({ data, isPlaceholderData }, MARKET_PAGE_SIZE, onPage);
  if (!data || isTurning) {
    return error ? (
      <Card>
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    ) : (
      <div role="status" className={GRID}>
        <span className="sr-only">{t('Loading')}</span>
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-54 rounded-xl" />
        ))}
      </div>
    );
  }
  if (data.rows.length === 0) {
    return (
      <Card>
        <EmptyState icon={Store} title={t('No listings available matching your criteria')}>
          {view.search || isFiltered(view.filter) ? (
            t('Try a different search or item type.')
          ) : (
            <NothingForSale />
          )}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
      <ul aria-label={t('Listings')} className={GRID}>
        {data.rows.map((listing) => (
          <ListingCard key={listing.id} listing={listing} onPurchase={() => onPurchase(listing)} />
        ))}
      </ul>
      {data.total > MARKET_PAGE_SIZE && (
        <Pager page={view.page} pageSize={MARKET_PAGE_SIZE} total={data.total} onPage={onPage} />
      )}
    </div>
  );
}

/** What buyers and sellers can do on an empty marketplace. */
const INSTEAD = {
  buyer: { section: 'buy-robux', label: t('Buy Robux') },
  seller: { section: 'listings', label: t('Create New Listing') },
  admin: null,
} as const;

function NothingForSale() {
  const instead = INSTEAD[useUser().role];
  return (
    <>
      <p>{t('No items for sale right now.')}</p>
      {instead && (
        <Button asChild variant="secondary" size="sm">
          <Link href={sectionPath(instead.section)}>{instead.label}</Link>
        </Button>
      )}
    </>
  );
}
