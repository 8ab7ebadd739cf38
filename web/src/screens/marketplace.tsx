import type { ItemType, Listing } from '@sterling/contract/listings.ts';
import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { ConfirmTrade } from '../features/listings/confirm-trade.tsx';
import { ListingCard } from '../features/listings/listing-card.tsx';
import { ITEM_TYPES } from '../features/listings/names.ts';
import { MARKET_PAGE_SIZE, type MarketView, marketplaceQuery } from '../features/listings/queries.ts';
import { useMayBuy } from '../features/listings/use-may-buy.ts';
import { TradeSheet } from '../features/transactions/trade-sheet-on-demand.tsx';
import { useStartSearch } from '../kit/navigation/use-start-search.ts';
import { Card } from '../kit/ui/card.tsx';
import { EmptyState, ErrorState } from '../kit/ui/empty-state.tsx';
import { Pager } from '../kit/ui/pager.tsx';
import { SearchInput } from '../kit/ui/search-input.tsx';
import { Select } from '../kit/ui/select.tsx';
import { Skeleton } from '../kit/ui/skeleton.tsx';
import { useDeferredSearch } from '../kit/ui/use-deferred-search.ts';
import { useLastPage } from '../kit/ui/use-last-page.ts';

const TYPES: readonly { value: ItemType | 'all'; label: string }[] = [
  { value: 'all', label: 'All Items' },
  ...ITEM_TYPES,
];
const EVERYTHING: MarketView = { search: '', itemType: 'all', page: 1 };

/** Listings of other users, with search and type filter. Buyers purchase a listing as a whole. */
export default function Marketplace() {
  const start = useStartSearch();
  return <Items key={start} start={start} />;
}

function Items({ start }: { start: string }) {
  const [view, setView] = useState({ ...EVERYTHING, search: start });
  const [chosen, setChosen] = useState<Listing | null>(null);
  const [tradeId, setTradeId] = useState<string | null>(null);
  const search = useDeferredSearch(
    (text) => setView((before) => ({ ...before, search: text, page: 1 })),
    start,
  );
  const mayBuy = useMayBuy();
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-between">
        <SearchInput label="Search items..." value={search.text} onChange={search.type} className="sm:w-96" />
        <Select
          aria-label="Item type"
          value={view.itemType}
          onChange={(itemType) => setView({ ...view, itemType, page: 1 })}
          choices={TYPES}
          className="h-10 text-sm max-sm:text-base sm:w-52"
        />
      </div>
      <Found
        view={view}
        onPage={(page) => setView({ ...view, page })}
        onPurchase={(listing) => mayBuy() && setChosen(listing)}
      />
      {chosen && (
        <ConfirmTrade
          listing={chosen}
          onClose={() => setChosen(null)}
          onBought={(trade) => setTradeId(trade.id)}
        />
      )}
      <TradeSheet tradeId={tradeId} onClose={() => setTradeId(null)} />
    </div>
  );
}

interface FoundProps {
  view: MarketView;
  onPage: (page: number) => void;
  onPurchase: (listing: Listing) => void;
}

const GRID = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3';
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function Found({ view, onPage, onPurchase }: FoundProps) {
  const query = useQuery(marketplaceQuery(view));
  const { data, error, refetch, isPlaceholderData } = query;
  const isTurning = useLastPage(query, MARKET_PAGE_SIZE, onPage);
  if (!data || isTurning) {
    return error ? (
      <Card>
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    ) : (
      <div role="status" className={GRID}>
        <span className="sr-only">Loading</span>
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-54 rounded-xl" />
        ))}
      </div>
    );
  }
  if (data.rows.length === 0) {
    return (
      <Card>
        <EmptyState icon={Store} title="No listings available matching your criteria">
          {view.search || view.itemType !== 'all'
            ? 'Try a different search or item type.'
            : 'No items for sale right now.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
      <ul aria-label="Listings" className={GRID}>
        {data.rows.map((listing) => (
          <ListingCard key={listing.id} listing={listing} onPurchase={() => onPurchase(listing)} />
        ))}
      </ul>
      {data.total > MARKET_PAGE_SIZE && (
        <Pager
          page={view.page}
          pageSize={MARKET_PAGE_SIZE}
          total={data.total}
          noun="listings"
          onPage={onPage}
        />
      )}
    </div>
  );
}
