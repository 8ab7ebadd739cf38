import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { OrderRows } from './order-list.tsx';
import { OrderSheet } from './order-sheet-on-demand.tsx';
import { manualOrdersQuery } from './queries.ts';

/**
 * Manual orders that wait for the seller. Hidden if there are none. An open order stays open when it is done.
 */
export function ManualOrders() {
  const { data } = useQuery(manualOrdersQuery);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      {data && data.length > 0 && (
        <Card aria-labelledby="manual-orders" className="border-warn/50">
          <CardHeader
            id="manual-orders"
            title="Waiting for you"
            description="Buy these gamepasses before their deadline"
          />
          <OrderRows orders={data} onOpen={setOpenId} />
        </Card>
      )}
      <OrderSheet orderId={openId} side="seller" onClose={() => setOpenId(null)} />
    </>
  );
}
