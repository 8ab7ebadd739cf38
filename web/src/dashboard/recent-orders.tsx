import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { Receipt } from 'lucide-react';
import { formatTime } from '../format-time.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Card, CardHeader } from '../ui/card.tsx';
import { cn } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Robux, Usd } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const SHOWN = 3;
const PLACES = ['first', 'second', 'third'];

interface RecentOrdersProps {
  /** Newest first; undefined while they load. */
  orders: readonly RobuxOrder[] | undefined;
  className?: string;
}

/** The latest three orders. */
export function RecentOrders({ orders, className }: RecentOrdersProps) {
  return (
    <Card className={cn('flex flex-col', className)}>
      <CardHeader title="Recent Orders" />
      {orders?.length === 0 ? (
        <EmptyState icon={Receipt} title="No recent orders" className="flex-1" />
      ) : (
        <ul className="divide-y divide-line" aria-busy={!orders}>
          {orders
            ? orders.slice(0, SHOWN).map((order) => <OrderRow key={order.id} order={order} />)
            : PLACES.map((place) => <WaitingRow key={place} />)}
        </ul>
      )}
    </Card>
  );
}

const ROW = 'flex min-h-17 items-center gap-4 px-5 py-3';

function OrderRow({ order }: { order: RobuxOrder }) {
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-1">
          <Robux amount={order.robuxAmount} />
        </p>
        <p className="truncate text-3 text-xs">
          {formatTime(order.createdAt)} · {order.gamepassName}
        </p>
      </div>
      <Usd dollars={order.totalPrice} className="font-medium" />
      <div className="flex w-24 justify-end">
        <StatusBadge status={order.status} />
      </div>
    </li>
  );
}

function WaitingRow() {
  return (
    <li className={ROW}>
      <div className="flex-1">
        <Skeleton className="mb-2 h-4 w-40" />
        <Skeleton className="h-3 w-24" />
      </div>
      <Skeleton className="h-6 w-20" />
    </li>
  );
}
