import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader } from '../ui/card.tsx';
import { OrderList } from './order-list.tsx';
import { handOrdersQuery } from './queries.ts';

/** Orders that wait for the seller himself; nothing when none does. */
export function HandOrders() {
  const { data } = useQuery(handOrdersQuery);
  if (!data || data.length === 0) return null;
  return (
    <Card aria-labelledby="hand-orders" className="border-warn/50">
      <CardHeader
        id="hand-orders"
        title="Waiting for you"
        description="Buy these gamepasses yourself before their time is over"
      />
      <OrderList orders={data} side="seller" />
    </Card>
  );
}
