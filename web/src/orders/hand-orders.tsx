import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, CardHeader } from '../ui/card.tsx';
import { OrderRows } from './order-list.tsx';
import { OrderSheet } from './order-sheet-on-demand.tsx';
import { handOrdersQuery } from './queries.ts';

/** Orders that wait for the seller themselves; nothing when none does. The one that is open stays so when it is done. */
export function HandOrders() {
  const { data } = useQuery(handOrdersQuery);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      {data && data.length > 0 && (
        <Card aria-labelledby="hand-orders" className="border-warn/50">
          <CardHeader
            id="hand-orders"
            title="Waiting for you"
            description="Buy these gamepasses yourself before their time is over"
          />
          <OrderRows orders={data} onOpen={setOpenId} />
        </Card>
      )}
      <OrderSheet orderId={openId} side="seller" onClose={() => setOpenId(null)} />
    </>
  );
}
