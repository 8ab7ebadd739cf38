import { type OwnProxy, proxies } from '@sterling/contract/proxies.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages, call, callPage } from '../../data/call.ts';
import { type TableView, wireOf } from '../../kit/ui/table-view.ts';

/** Rows per page. */
export const PROXIES_PAGE_SIZE = 50;
/** The server tests a new proxy within seconds, so the page polls faster until then. */
const WHILE_UNCHECKED_MS = 2_000;

type SortColumn = 'host' | 'port' | 'username' | 'status' | 'createdAt';

/** One page of the seller's proxies. Polled while one of them is being tested. */
export const proxiesQuery = (view: TableView) => {
  const query = wireOf<SortColumn>(view, PROXIES_PAGE_SIZE);
  return queryOptions({
    queryKey: ['proxies', 'page', query],
    queryFn: ({ signal }) => callPage(proxies.list, { query }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.rows.some(isUnchecked) && WHILE_UNCHECKED_MS,
    placeholderData: keepPreviousData,
  });
};

/** The four figures of the proxies section. */
export const proxyFiguresQuery = queryOptions({
  queryKey: ['proxies', 'figures'],
  queryFn: ({ signal }) => call(proxies.figures, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && data.active + data.failing < data.total && WHILE_UNCHECKED_MS,
});

/** All proxies of the seller, for a choice. */
export const allProxiesQuery = queryOptions({
  queryKey: ['proxies', 'all'],
  queryFn: ({ signal }) => allPages((query) => call(proxies.list, { query }, { signal })),
  refetchOnMount: 'always',
});

const isUnchecked = ({ status }: OwnProxy): boolean => status === 'unchecked';
