import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { OrderSheet } from './order-sheet-on-demand.tsx';
import { useRefreshWhenFinal } from './refresh.ts';
import type { Side } from './side.ts';
import { StatusIcon } from './status-icon.tsx';

const NONE: readonly RobuxOrder[] = [];
const PLACES = ['first', 'second', 'third'];

interface OrderListProps {
  /** A few orders, newest first. Undefined while loading. */
  orders: readonly RobuxOrder[] | undefined;
  side: Side;
}

/** Orders with status icon and badge. A press opens the order in a side sheet. */
export function OrderList({ orders, side }: OrderListProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <OrderRows orders={orders} onOpen={setOpenId} />
      <OrderSheet orderId={openId} side={side} onClose={() => setOpenId(null)} />
    </>
  );
}

interface OrderRowsProps extends Pick<OrderListProps, 'orders'> {
  onOpen: (orderId: string) => void;
}

/**
 * The list without its sheet, for callers that keep the open order. On narrow screens the badge stands below
 * the price.
 */
export function OrderRows({ orders, onOpen }: OrderRowsProps) {
  useRefreshWhenFinal(orders ?? NONE);
  return (
    <ul aria-busy={!orders} className="@container divide-y divide-line">
      {orders
        ? orders.map((order) => <Row key={order.id} order={order} onOpen={() => onOpen(order.id)} />)
        : PLACES.map((place) => <WaitingRow key={place} />)}
    </ul>
  );
}

const ROW = 'flex min-h-19 w-full items-center gap-3 px-4 py-3 @md:min-h-17 sm:px-5';

function Row({ order, onOpen }: { order: RobuxOrder; onOpen: () => void }) {
  return (
    <li className="last:[&>button]:rounded-b-xl">
      <button
        type="button"
        onClick={onOpen}
        className={`${ROW} text-left transition-colors hover:bg-surface-2/50`}
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
          <Usd dollars={order.totalPrice} className="font-medium text-1" />
          <span className="flex justify-end @md:w-24">
            <StatusBadge status={order.status} />
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-3 @max-md:hidden" />
      </button>
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
