import { useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { OrderList } from './order-list.tsx';
import { recentOrdersQuery } from './queries.ts';

/** The latest three purchases, with live updates. */
export function RecentActivity() {
  const { data, isError } = useQuery(recentOrdersQuery('buyer'));
  // A failed load shows an empty list without a message.
  const orders = data ?? (isError ? [] : undefined);
  return (
    <Card aria-labelledby="recent-activity">
      <CardHeader id="recent-activity" title="Recent Activity" />
      {orders?.length === 0 ? (
        <EmptyState icon={Receipt} title="No recent orders">
          Orders appear here as soon as you place them.
        </EmptyState>
      ) : (
        <OrderList orders={orders} side="buyer" />
      )}
    </Card>
  );
}
