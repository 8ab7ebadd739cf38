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
