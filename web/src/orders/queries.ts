import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { isUnderWay } from './timeline.ts';

const PAGE_SIZE = 200;
const RECENT = 3;
/** How often an order that is under way is looked at. */
const FOLLOW_EVERY_MS = 1500;

/** The side of the trade that somebody looks from. */
export type Side = 'buyer' | 'seller';

/** All own Robux orders on one side of the trade, newest first. */
export const ordersQuery = (role: Side) =>
  queryOptions({
    queryKey: ['orders', role],
    queryFn: async ({ signal }) => {
      const all: RobuxOrder[] = [];
      for (let page = 1; ; page += 1) {
        const query = { role, page: String(page), pageSize: String(PAGE_SIZE) };
        const some = await call(orders.list, { query }, { signal });
        all.push(...some);
        if (some.length < PAGE_SIZE) return all;
      }
    },
  });

/** How often a seller's page looks for orders that he is to buy himself. */
const BY_HAND_EVERY_MS = 10_000;
const BY_HAND_AMONG = '50';

/** Orders that the seller is to buy in his own browser, newest first. */
export const handOrdersQuery = queryOptions({
  queryKey: ['orders', 'seller', 'by-hand'],
  queryFn: async ({ signal }) => {
    const query = { role: 'seller', pageSize: BY_HAND_AMONG } as const;
    const latest = await call(orders.list, { query }, { signal });
    return latest.filter(({ storeUrl }) => storeUrl !== undefined);
  },
  refetchOnMount: 'always',
  refetchInterval: BY_HAND_EVERY_MS,
});

/** The latest three own orders, followed while one of them is under way. */
export const recentOrdersQuery = (role: Side) =>
  queryOptions({
    queryKey: ['orders', role, 'recent'],
    queryFn: ({ signal }) => call(orders.list, { query: { role, pageSize: String(RECENT) } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? FOLLOW_EVERY_MS : false),
  });

/** One order, followed while it is under way. */
export const orderQuery = (id: string, role: Side) =>
  queryOptions({
    queryKey: ['orders', role, 'one', id],
    queryFn: ({ signal }) => call(orders.read, { params: { id }, query: { role } }, { signal }),
    refetchInterval: ({ state }) => (!state.data || isUnderWay(state.data) ? FOLLOW_EVERY_MS : false),
  });
