import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { OrderProgress } from '../orders/order-progress.tsx';
import { orderQuery, useRefreshWhenFinal } from '../orders/queries.ts';

const NONE: readonly RobuxOrder[] = [];

/** The order that the buyer just placed, with live updates, until they close it. */
export function PlacedOrder({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: order } = useQuery(orderQuery(id, 'buyer'));
  useRefreshWhenFinal(order ? [order] : NONE);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (!order) return null;
  return (
    <div ref={place} className="scroll-mt-20">
      <Card aria-labelledby="placed-order">
        <CardHeader
          id="placed-order"
          title="Your order"
          description={<Robux exact amount={order.robuxAmount} />}
        >
          <Button variant="ghost" size="icon-sm" aria-label="Dismiss" onClick={onClose}>
            <X aria-hidden className="size-4" />
          </Button>
        </CardHeader>
        <CardBody>
          <OrderProgress order={order} side="buyer" />
        </CardBody>
      </Card>
    </div>
  );
}
