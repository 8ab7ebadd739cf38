import { type ItemType, listings } from '@sterling/contract/listings.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../data/call.ts';
import { type TableView, wireOf } from '../../kit/ui/table-view.ts';

/** Rows per page of My Listings, and cards per page of the marketplace. */
export const OWN_PAGE_SIZE = 20;
export const MARKET_PAGE_SIZE = 24;

type SortColumn = 'createdAt' | 'title' | 'quantity' | 'pricePerUnit' | 'totalPrice' | 'status';

/** One page of the user's own listings in any status. */
export const ownListingsQuery = (sellerId: string, view: TableView) => {
  const query = { sellerId, ...wireOf<SortColumn>(view, OWN_PAGE_SIZE) };
  return queryOptions({
    queryKey: ['listings', 'own', query],
    queryFn: ({ signal }) => callPage(listings.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** The four figures of My Listings. Months use the reader's time zone. */
export const listingFiguresQuery = queryOptions({
  queryKey: ['listings', 'figures'],
  queryFn: ({ signal }) =>
    call(listings.figures, { query: { tz: Intl.DateTimeFormat().resolvedOptions().timeZone } }, { signal }),
  refetchOnMount: 'always',
});

/** One page of the listings of other users. */
export const marketplaceQuery = ({ search, page, filter: { itemType } }: TableView) => {
  const query = {
    status: 'active' as const,
    others: '1',
    search,
    itemType: itemType as ItemType | '',
    page,
    pageSize: MARKET_PAGE_SIZE,
  };
  return queryOptions({
    queryKey: ['listings', 'market', query],
    queryFn: ({ signal }) => callPage(listings.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};
