import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '../../data/call.ts';
import { ORDER_CHANGES, refetch } from '../../data/changes.ts';
import { everyMs, WHILE_LIVE_MS } from '../../data/live/follow-events.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { ItemLink } from '../../kit/navigation/open-item.tsx';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';

/** Whether an order can still change. Separate from the timeline, which only open orders load. */
export const isInProgress = ({ status }: Pick<RobuxOrder, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

/** The role of the viewer in the trade. */
export type Side = 'buyer' | 'seller';

/** A gamepass that the buyer named in an order. */
interface RecentPass {
  readonly name: string;
  readonly url: string;
  /** Its price in Robux in the latest of these orders. */
  readonly price: number;
}

const SHOWN = 4;

/** The gamepasses of these orders without repetition, in the order of their latest use. */
export function recentPasses(orders: readonly RobuxOrder[]): RecentPass[] {
  const byUrl = new Map<string, RecentPass>();
  for (const order of orders) {
    const { gamepassUrl: url, gamepassName: name } = order;
    if (!byUrl.has(url)) byUrl.set(url, { name, url, price: amountOrdered(order) });
  }
  return [...byUrl.values()].slice(0, SHOWN);
}

/** The amount that the buyer asked for, even if fewer Robux were bought. */
export const amountOrdered = ({
  robuxAmount,
  requestedRobux,
}: Pick<RobuxOrder, 'robuxAmount' | 'requestedRobux'>): number => Number(requestedRobux ?? robuxAmount);

const RECENT = 3;
const ORDERS_READ_FOR_PASSES = 20;
/** Polling interval of an order in progress. */
const FOLLOW_EVERY_MS = 1500;

/** Polling interval for new manual orders of a seller. */
const MANUAL_EVERY_MS = 10_000;

/** Orders that the seller must buy in their own browser, newest first. */
const manualOrdersQuery = queryOptions({
  queryKey: ['orders', 'seller', 'manual'],
  queryFn: ({ signal }) => call(orders.list, { query: { role: 'seller', byHand: '1' } }, { signal }),
  refetchOnMount: 'always',
  refetchInterval: () => everyMs(MANUAL_EVERY_MS),
});

/** The latest three orders of the user. Polled while one of them is in progress. */
export const recentOrdersQuery = (role: Side) =>
  queryOptions({
    queryKey: ['orders', role, 'recent'],
    queryFn: ({ signal }) => call(orders.list, { query: { role, pageSize: RECENT } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(isInProgress) ? everyMs(FOLLOW_EVERY_MS, WHILE_LIVE_MS) : false,
  });

/** The gamepasses of the buyer's latest orders. */
export const recentPassesQuery = queryOptions({
  queryKey: ['orders', 'buyer', 'passes'],
  queryFn: ({ signal }) =>
    call(orders.list, { query: { role: 'buyer', pageSize: ORDERS_READ_FOR_PASSES } }, { signal }),
  select: recentPasses,
});

/** One order. Polled while it is in progress. */
export const orderQuery = (id: string, role: Side) =>
  queryOptions({
    queryKey: ['orders', role, 'one', id],
    queryFn: ({ signal }) => call(orders.read, { params: { id }, query: { role } }, { signal }),
    refetchInterval: ({ state }) =>
      !state.data || isInProgress(state.data) ? everyMs(FOLLOW_EVERY_MS, WHILE_LIVE_MS) : false,
  });

/** Refetches what orders change, once an order in progress has ended. Undefined while the orders load. */
export function useRefreshWhenFinal(orders: readonly RobuxOrder[] | undefined): void {
  const client = useQueryClient();
  const inProgress = useRef(new Set<string>());
  useEffect(() => {
    if (!orders) return;
    const ended = orders.some((order) => inProgress.current.has(order.id) && !isInProgress(order));
    inProgress.current = new Set(orders.filter(isInProgress).map(({ id }) => id));
    if (ended) void refetch(client, ORDER_CHANGES);
  }, [orders, client]);
}

const PLACES = ['first', 'second', 'third'];

interface OrderListProps {
  /** A few orders, newest first. Undefined while loading. */
  orders: readonly RobuxOrder[] | undefined;
  side: Side;
}

/**
 * Orders with status icon and badge. Each links to its side sheet. On narrow screens the badge stands below the
 * price.
 */
export function OrderList({ orders, side }: OrderListProps) {
  useRefreshWhenFinal(orders);
  return (
    <ul aria-busy={!orders} className="@container divide-y divide-line">
      {orders
        ? orders.map((order) => <Row key={order.id} order={order} side={side} />)
        : PLACES.map((place) => <WaitingRow key={place} />)}
    </ul>
  );
}

const ROW = 'flex min-h-19 w-full items-center gap-3 px-4 py-3 @md:min-h-17 sm:px-5';

function Row({ order, side }: { order: RobuxOrder; side: Side }) {
  return (
    <li className="last:[&>a]:rounded-b-xl">
      <ItemLink
        item={{ kind: side === 'seller' ? 'sale' : 'order', id: order.id }}
        className={`${ROW} transition-colors hover:bg-surface-2/50`}
      >
        <StatusIcon status={order.status} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-1">
            <Robux exact amount={order.robuxAmount} />
          </span>
          <span className="block truncate text-3 text-xs">
            {formatTime(order.createdAt)} · {order.gamepassName}
          </span>
        </span>
        <span className="flex flex-col items-end gap-1 @md:flex-row @md:items-center @md:gap-3">
          <Usd cents={order.totalPrice} className="font-medium text-1" />
          <span className="flex justify-end @md:w-24">
            <StatusBadge status={order.status} />
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-3 @max-md:hidden" />
      </ItemLink>
    </li>
  );
}

function WaitingRow() {
  return (
    <li className={ROW}>
      <Skeleton className="size-5 rounded-full" />
      <div className="flex-1">
        <Skeleton className="mb-2 h-4 w-40" />
        <Skeleton className="h-3 w-24" />
      </div>
      <Skeleton className="h-6 w-20 @max-md:h-12" />
    </li>
  );
}

const ICONS: Partial<Record<RobuxOrder['status'], { Icon: typeof CircleCheck; look: string }>> = {
  completed: { Icon: CircleCheck, look: 'text-good' },
  processing: { Icon: LoaderCircle, look: 'animate-spin text-accent' },
  failed: { Icon: CircleX, look: 'text-bad' },
};
const OTHER = { Icon: TriangleAlert, look: 'text-warn' };

/** The status of an order as an icon. A badge beside it names the status. */
function StatusIcon({ status }: { status: RobuxOrder['status'] }) {
  const { Icon, look } = ICONS[status] ?? OTHER;
  return <Icon aria-hidden className={cn('size-5 shrink-0', look)} />;
}

/** Manual orders that wait for the seller. Hidden if there are none. */
export function ManualOrders() {
  const { data } = useQuery(manualOrdersQuery);
  if (!data || data.length === 0) return null;
  return (
    <Card aria-labelledby="manual-orders" className="border-warn/50">
      <CardHeader
        id="manual-orders"
        title={t('Waiting for you')}
        description={t('Buy these gamepasses before their deadline')}
      />
      <OrderList orders={data} side="seller" />
    </Card>
  );
}
