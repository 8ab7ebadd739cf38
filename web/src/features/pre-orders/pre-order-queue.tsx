import type { QueuedPreOrder } from '@sterling/contract/pre-orders.ts';
import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { formatWait } from './pre-order.ts';
import { ownPreOrdersQuery, queueQuery } from './queries.ts';

const SHOWN = 4;

/** The pre-orders of all users, oldest first. Refetched every 5 s. */
export function PreOrderQueue() {
  const { data, error, refetch } = useQuery(queueQuery);
  return (
    <Card aria-labelledby="pre-order-queue">
      <CardHeader id="pre-order-queue" title="Pre-Order Queue">
        {data && data.total > 0 && (
          <span className="text-3 tabular-nums">{formatWhole(data.total)} in line</span>
        )}
      </CardHeader>
      {data ? (
        <Queue queue={data.preOrders} total={data.total} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={3} className="p-4 sm:p-5" />
      )}
    </Card>
  );
}

function Queue({ queue, total }: { queue: readonly QueuedPreOrder[]; total: number }) {
  const [all, setAll] = useState(false);
  const { data: own } = useQuery(ownPreOrdersQuery);
  const ownIds = new Set(own?.map(({ id }) => id));
  const shown = all ? queue : queue.slice(0, SHOWN);
  if (queue.length === 0) {
    return (
      <EmptyState icon={Hourglass} title="No one is waiting">
        No seller has what you need? Place a pre-order and we'll match it when stock arrives.
      </EmptyState>
    );
  }
  return (
    <>
      <ol aria-label="Queue" className="divide-y divide-line">
        {shown.map((preOrder, index) => (
          <Row key={preOrder.id} preOrder={preOrder} place={index + 1} own={ownIds.has(preOrder.id)} />
        ))}
      </ol>
      {shown.length < queue.length ? (
        <div className="flex justify-center border-line border-t p-3">
          <Button variant="secondary" size="sm" onClick={() => setAll(true)}>
            Show {queue.length === total ? 'all' : 'first'} {queue.length}
          </Button>
        </div>
      ) : (
        shown.length < total && (
          <p className="border-line border-t px-4 py-3 text-3 sm:px-5 text-xs">
            And {formatWhole(total - shown.length)} more
          </p>
        )
      )}
    </>
  );
}

function Row({ preOrder, place, own }: { preOrder: QueuedPreOrder; place: number; own: boolean }) {
  const { robuxAmount, maxRatePerThousand, buyerUsername, minutesWaiting } = preOrder;
  return (
    <li className="flex min-h-17 items-center gap-3 px-4 py-3 sm:px-5">
      <span className="w-5 shrink-0 text-3 tabular-nums">{place}</span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-1">
          <Robux exact amount={robuxAmount} className="font-medium" />
          <span className="text-2"> · {own ? `${buyerUsername} (you)` : buyerUsername}</span>
        </p>
        <p className="text-3 text-xs tabular-nums">
          Max {formatRate(maxRatePerThousand)} per 1K · {formatWait(minutesWaiting)}
        </p>
      </div>
      <Chance {...preOrder} />
    </li>
  );
}

/** 'Processing Soon', or 'Waiting' with the expected waiting time. */
function Chance({
  canFulfill,
  estimatedFulfillment,
}: Pick<QueuedPreOrder, 'canFulfill' | 'estimatedFulfillment'>) {
  if (canFulfill) return <Badge tone="good">Processing Soon</Badge>;
  return (
    <span className="flex shrink-0 flex-col items-end gap-1">
      <Badge tone="warn">Waiting</Badge>
      <span className="text-3 text-xs">{estimatedFulfillment ?? 'No estimate yet'}</span>
    </span>
  );
}
