import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ORDER_CHANGES, refetch } from '../../data/changes.ts';
import { formatRate } from '../../kit/format/format.ts';
import { ItemLink } from '../../kit/navigation/open-item.tsx';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { announceMatched } from './matched.ts';
import { statusSentence, visiblePreOrders } from './pre-order.ts';
import { ownPreOrdersQuery } from './queries.ts';

/** The user's pre-orders with their queue positions and their obstacles. Hidden if there are none. */
export function OwnPreOrders() {
  const { data } = useQuery(ownPreOrdersQuery);
  useAnnounceMatched(data);
  if (!data || data.length === 0) return null;
  return (
    <Card aria-labelledby="own-pre-orders">
      <CardHeader id="own-pre-orders" title="Your Pre-Orders" />
      <ul className="divide-y divide-line">
        {visiblePreOrders(data).map((preOrder) => (
          <Row key={preOrder.id} preOrder={preOrder} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ preOrder }: { preOrder: PreOrder }) {
  const { robuxAmount, maxRatePerThousand, maxTotal, gamepassName, reason, orderId } = preOrder;
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3 sm:px-5">
      <div className="flex items-center justify-between gap-3">
        <Robux exact amount={robuxAmount} className="font-medium text-1" />
        <Standing {...preOrder} />
      </div>
      <p title={gamepassName} className="truncate text-2">
        {gamepassName}
      </p>
      <p className="text-3 text-xs tabular-nums">
        Max {formatRate(maxRatePerThousand)} per 1K · up to <Usd dollars={maxTotal} /> total
      </p>
      <div className="flex items-end justify-between gap-3">
        <p aria-live="polite" className="text-2">
          {statusSentence(preOrder)}
        </p>
        {reason === 'Insufficient balance' && (
          <Button variant="link" onClick={() => switchSection('wallet')} className="min-h-6">
            Deposit
          </Button>
        )}
        {orderId && (
          <Button variant="link" asChild className="min-h-6">
            <ItemLink item={{ kind: 'order', id: orderId }}>View order</ItemLink>
          </Button>
        )}
      </div>
    </li>
  );
}

function Standing({ status, position }: Pick<PreOrder, 'status' | 'position'>) {
  if (status === 'matched') return <Badge tone="good">Matched</Badge>;
  if (status === 'closed') return <Badge>Closed</Badge>;
  return <Badge tone="warn">{position === null ? 'Waiting' : `Waiting, #${position} in line`}</Badge>;
}

/** Announces each match of a pre-order that was waiting, and refetches what the match changed. */
export function useAnnounceMatched(preOrders: readonly PreOrder[] | undefined): void {
  const client = useQueryClient();
  const waiting = useRef(new Set<string>());
  useEffect(() => {
    if (!preOrders) return;
    const seenWaiting = waiting.current;
    waiting.current = new Set(preOrders.filter(({ status }) => status === 'waiting').map(({ id }) => id));
    if (announceMatched(preOrders.filter(({ id }) => seenWaiting.has(id))))
      void refetch(client, ORDER_CHANGES);
  }, [preOrders, client]);
}
