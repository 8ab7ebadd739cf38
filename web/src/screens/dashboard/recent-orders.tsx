import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { Receipt } from 'lucide-react';
import { OrderList } from '../../features/orders/order-list.tsx';
import type { Side } from '../../features/orders/side.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';

const SHOWN = 3;

interface RecentOrdersProps {
  /** Newest first. Undefined while loading. */
  orders: readonly RobuxOrder[] | undefined;
  side: Side;
  className?: string;
}

/** The latest three orders. */
export function RecentOrders({ orders, side, className }: RecentOrdersProps) {
  return (
    <Card className={cn('flex flex-col', className)}>
      <CardHeader title="Recent Orders" />
      {orders?.length === 0 ? (
        <EmptyState icon={Receipt} title="No recent orders" className="flex-1" />
      ) : (
        <OrderList orders={orders?.slice(0, SHOWN)} side={side} />
      )}
    </Card>
  );
}
