import type { Side } from '@sterling/contract/fields.ts';
import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, CircleX, LoaderCircle, ReceiptText, TriangleAlert } from 'lucide-react';
import { call } from '../../data/call.ts';
import { everyMs } from '../../data/live.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { ItemLink } from '../../kit/navigation/open-above.tsx';
import { Badge, StatusBadge } from '../../kit/ui/badge.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { useNow } from '../../kit/ui/use-browser.ts';
import { isOutOfTime, recentOrdersQuery, useRefreshWhenFinal } from './orders.ts';

const PLACES = ['first', 'second', 'third'];

interface OrderListProps {
  /** A few orders. Undefined while loading. */
  orders: readonly RobuxOrder[] | undefined;
  side: Side;
}

/**
 * Orders with status icon and badge. Each links to its side sheet. On narrow screens the badge stands below the
 * price.
 */
function OrderList({ orders, side }: OrderListProps) {
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
  const isForSeller = side === 'seller' && order.deadline !== undefined;
  return (
    <li className="last:[&>a]:rounded-b-xl">
      <ItemLink
        item={{ kind: side === 'seller' ? 'sale' : 'order', id: order.id }}
        className={`${ROW} transition-colors hover:bg-surface-2/50`}
      >
        <StatusIcon status={isForSeller ? 'pending' : order.status} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-1">
            <Robux exact amount={order.robuxAmount} />
          </span>
          <span className="wrap-anywhere line-clamp-2 text-3 text-xs">
            {isForSeller
              ? t('Deadline {deadline}', { deadline: formatTime(order.deadline) })
              : formatTime(order.createdAt)}{' '}
            · {order.gamepassName}
          </span>
        </span>
        <span className="flex flex-col items-end gap-1 @md:flex-row @md:items-center @md:gap-3">
          <Usd cents={order.totalPrice} className="font-medium text-1" />
          <span className="flex justify-end @md:w-24">
            {isForSeller ? <ToBuy order={order} /> : <StatusBadge status={order.status} />}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-3 @max-md:hidden" />
      </ItemLink>
    </li>
  );
}

function ToBuy({ order }: { order: RobuxOrder }) {
  return <Badge tone="warn">{isOutOfTime(order, useNow()) ? t("Time's up") : t('To buy')}</Badge>;
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
export function StatusIcon({ status }: { status: RobuxOrder['status'] }) {
  const { Icon, look } = ICONS[status] ?? OTHER;
  return <Icon aria-hidden className={cn('size-5 shrink-0', look)} />;
}

/** The latest three purchases of the user, with live updates. */
export function RecentOrdersCard({ title }: { title: string }) {
  const { data, isError } = useQuery(recentOrdersQuery('buyer'));
  // a failed load shows an empty list without a message
  const orders = data ?? (isError ? [] : undefined);
  return (
    <Card aria-labelledby="recent-orders" className="flex flex-col">
      <CardHeader id="recent-orders" title={title} />
      {orders?.length === 0 ? (
        <EmptyState icon={ReceiptText} title={t('No recent orders')} className="flex-1">
          {t('Orders appear here as soon as you place them.')}
        </EmptyState>
      ) : (
        <OrderList orders={orders} side="buyer" />
      )}
    </Card>
  );
}

/** Polling interval for new manual orders of a seller. */
const MANUAL_EVERY_MS = 10_000;

/** Orders that the seller must buy in their own browser. */
export const manualOrdersQuery = queryOptions({
  queryKey: ['orders', 'seller', 'manual'],
  queryFn: ({ signal }) => call(orders.list, { query: { role: 'seller', byHand: '1' } }, { signal }),
  select: mostUrgentFirst,
  refetchOnMount: 'always',
  refetchInterval: () => everyMs(MANUAL_EVERY_MS),
});

function mostUrgentFirst(waiting: readonly RobuxOrder[]): RobuxOrder[] {
  const deadlineOf = ({ deadline }: RobuxOrder) => deadline?.getTime() ?? 0;
  return waiting.toSorted((one, other) => deadlineOf(one) - deadlineOf(other));
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
