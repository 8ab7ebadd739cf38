import { api } from '@sterling/contract/api.ts';
import { MAX_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import { orderTotal } from '@sterling/contract/money.ts';
import type { QueuedPreOrder } from '@sterling/contract/pre-orders.ts';
import { type PolledRoute, pollPages } from '../../platform/http/polled.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import type { StoreRotated } from '../orders/placing/placing.lookups.ts';
import { replaceCookieEverywhere } from '../orders/rotated-cookies.ts';
import { checkPreOrderRequest } from './pre-orders.lookups.ts';
import { listPreOrders, readPreOrder } from './pre-orders.reads.ts';
import { closePreOrder, placePreOrder, refuseShortage } from './pre-orders.ts';
import { type QueueHead, queuePage, readQueueHead, readStockDepth } from './queue.reads.ts';

type Given = Pick<Services, 'db' | 'game' | 'snapshots' | 'vault'>;

/** The first pre-orders of the queue are read once for all pages that show them. */
const ROWS_IN_HEAD = 1_000;

/** In a market with more accounts for sale, the reasons of waiting pre-orders may be two seconds old. */
const MANY_ACCOUNTS = 10_000;

interface Head extends QueueHead {
  readonly first: readonly QueuedPreOrder[];
}

export function preOrderRoutes({ db, game, snapshots, vault }: Given): (Route | PolledRoute)[] {
  const head = snapshots.share<Head>(
    api.preOrders.live.path,
    ['pre-orders', 'orders', 'roblox-accounts', 'users'],
    async () => {
      const queue = await readQueueHead(db);
      return { ...queue, first: await queuePage(db, queue.depth, { pageSize: ROWS_IN_HEAD }) };
    },
  );
  return [
    pollPages(
      api.preOrders.live,
      head,
      (queue, query) => {
        const rows = rowsInHead(queue, query);
        return rows
          ? shownQueue(queue, rows)
          : queuePage(db, queue.depth, query).then((read) => shownQueue(queue, read));
      },
      (query) => endOf(query) > ROWS_IN_HEAD,
    ),
    handle(api.preOrders.list, async ({ user, query, total }) => {
      const depthNow = async () => {
        const { depth, activeAccounts } = await head.now();
        return activeAccounts > MANY_ACCOUNTS ? depth : readStockDepth(db);
      };
      const { preOrders, total: count } = await listPreOrders(db, user.id, depthNow, query);
      total(count);
      return preOrders;
    }),
    handle(api.preOrders.place, async ({ user, body, once }) => {
      const { robuxAmount, maxRatePerThousand: maxRateCents } = body;
      const maxTotalCents = orderTotal(robuxAmount, maxRateCents);
      const refuseFirst = () => refuseShortage(db, user.id, maxTotalCents);
      const storeRotated: StoreRotated = (from, to) =>
        replaceCookieEverywhere({ db, vault }, user.id, from, to);
      const pass = await checkPreOrderRequest(game, body, refuseFirst, storeRotated);
      return once(async (tx) => {
        const id = await placePreOrder(tx, user.id, { robuxAmount, maxRateCents, pass });
        return readPreOrder(tx, user.id, id);
      });
    }),
    handle(api.preOrders.close, ({ user, params, body, once }) =>
      once(async (tx) => {
        const by = { ...body, ownerId: user.id };
        return readPreOrder(tx, await closePreOrder(tx, params.id, by), params.id);
      }),
    ),
  ];
}

/** The place of a page's last row. */
const endOf = ({ page = 1, pageSize = MAX_PAGE_SIZE }: Page): number => page * pageSize;

/** The rows of a page if they stand in the head. Null if they are further back. */
function rowsInHead({ first }: Head, query: Page) {
  const end = endOf(query);
  const { pageSize = MAX_PAGE_SIZE } = query;
  return end <= ROWS_IN_HEAD || first.length < ROWS_IN_HEAD ? first.slice(end - pageSize, end) : null;
}

const shownQueue = (
  { total, totalAvailableRobux, activeAccounts, activeSellers }: Head,
  preOrders: readonly QueuedPreOrder[],
) => ({ value: { preOrders, totalAvailableRobux, activeAccounts, activeSellers }, total });
