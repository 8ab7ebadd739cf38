import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

const PAGE_SIZE = 200;

/** All own Robux orders on one side of the trade, newest first. */
export const ordersQuery = (role: 'buyer' | 'seller') =>
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
