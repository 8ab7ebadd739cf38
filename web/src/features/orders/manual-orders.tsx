import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { OrderList } from './order-list.tsx';
import { manualOrdersQuery } from './queries.ts';

/** Manual orders that wait for the seller. Hidden if there are none. */
export function ManualOrders() {
  const { data } = useQuery(manualOrdersQuery);
  if (!data || data.length === 0) return null;
  return (
    <Card aria-labelledby="manual-orders" className="border-warn/50">
      <CardHeader
        id="manual-orders"
        title="Waiting for you"
        description="Buy these gamepasses before their deadline"
      />
      <OrderList orders={data} side="seller" />
    </Card>
  );
}
