import { estimateText, LACKS, type PreOrder, type QueuedPreOrder } from '@sterling/contract/pre-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ORDER_CHANGES } from '../../data/change-groups.ts';
import { refetch } from '../../data/changes.ts';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { ItemLink } from '../../kit/navigation/open-above.tsx';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { ShowAllRow } from '../../kit/ui/disclosure.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import {
  announceMatched,
  formatWait,
  ownPreOrdersQuery,
  queueQuery,
  statusSentence,
  visiblePreOrders,
} from './pre-orders.ts';

/** Rows that a list shows at first. */
const SHOWN = 4;

/** The user's pre-orders with their queue positions and their obstacles. Hidden if there are none. */
export function OwnPreOrders() {
  const { data } = useQuery(ownPreOrdersQuery);
  useAnnounceMatched(data);
  const [all, setAll] = useState(false);
  if (!data || data.length === 0) return null;
  const visible = visiblePreOrders(data);
  const shown = all ? visible : visible.slice(0, SHOWN);
  return (
    <Card aria-labelledby="own-pre-orders">
      <CardHeader id="own-pre-orders" title={t('Your pre-orders')} />
      <ul className="divide-y divide-line">
        {shown.map((preOrder) => (
          <OwnRow key={preOrder.id} preOrder={preOrder} />
        ))}
      </ul>
      {visible.length > SHOWN && (
        <ShowAllRow all={all} onChange={setAll}>
          {t('Show all {count}', { count: visible.length })}
        </ShowAllRow>
      )}
    </Card>
  );
}

function OwnRow({ preOrder }: { preOrder: PreOrder }) {
  const { robuxAmount, maxRatePerThousand, maxTotal, gamepassName, reason, orderId } = preOrder;
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3 sm:px-5">
      <div className="flex items-center justify-between gap-3">
        <Robux exact amount={robuxAmount} className="font-medium text-1" />
        <PreOrderBadge {...preOrder} />
      </div>
      <p className="wrap-anywhere text-2">{gamepassName}</p>
      <p className="text-3 text-xs tabular-nums">
        {rich('Max {maxRatePerThousand} per 1K · up to {usd} total', {
          maxRatePerThousand: formatRate(maxRatePerThousand),
          usd: <Usd cents={maxTotal} />,
        })}
      </p>
      <div className="flex items-end justify-between gap-3">
        <p aria-live="polite" className="text-2">
          {statusSentence(preOrder)}
        </p>
        {reason === LACKS.balance && (
          <Button asChild variant="link">
            <Link href={sectionPath('wallet')}>{t('Deposit now')}</Link>
          </Button>
        )}
        {orderId && (
          <Button variant="link" asChild>
            <ItemLink item={{ kind: 'order', id: orderId }}>{t('View order')}</ItemLink>
          </Button>
        )}
      </div>
    </li>
  );
}

function PreOrderBadge({ status, position }: Pick<PreOrder, 'status' | 'position'>) {
  if (status === 'matched') return <Badge tone="good">{t('Matched')}</Badge>;
  if (status === 'closed') return <Badge>{t('Closed')}</Badge>;
  return (
    <Badge tone="warn">
      {position === null ? t('Waiting') : t('Waiting, #{position} in line', { position })}
    </Badge>
  );
}

/** Announces each match of a pre-order that was waiting, and refetches what the match changed. */
function useAnnounceMatched(preOrders: readonly PreOrder[] | undefined): void {
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

/** The pre-orders of all users, oldest first. */
export function PreOrderQueue() {
  const query = useQuery(queueQuery);
  return (
    <Card aria-labelledby="pre-order-queue">
      <CardHeader id="pre-order-queue" title={t('Pre-Order Queue')}>
        {query.data && query.data.total > 0 && (
          <span className="text-3 tabular-nums">
            {t('{total} in line', { total: formatWhole(query.data.total) })}
          </span>
        )}
      </CardHeader>
      <Loaded query={query} waiting={<SkeletonRows rows={3} className="p-4 sm:p-5" />}>
        {({ preOrders, total }) => <Queue queue={preOrders} total={total} />}
      </Loaded>
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
      <EmptyState icon={Hourglass} title={t('No one is waiting')}>
        {t('Place a pre-order if no seller has what you need. We match it when stock arrives.')}
      </EmptyState>
    );
  }
  return (
    <>
      <ol aria-label={t('Queue')} className="divide-y divide-line">
        {shown.map((preOrder, index) => (
          <QueueRow key={preOrder.id} preOrder={preOrder} place={index + 1} own={ownIds.has(preOrder.id)} />
        ))}
      </ol>
      {all && queue.length < total && (
        <p className="border-line border-t px-4 py-3 text-3 sm:px-5 text-xs">
          {t('And {count} more', { count: formatWhole(total - queue.length) })}
        </p>
      )}
      {queue.length > SHOWN && (
        <ShowAllRow all={all} onChange={setAll}>
          {queue.length === total
            ? t('Show all {count}', { count: queue.length })
            : t('Show first {count}', { count: queue.length })}
        </ShowAllRow>
      )}
    </>
  );
}

function QueueRow({ preOrder, place, own }: { preOrder: QueuedPreOrder; place: number; own: boolean }) {
  const { robuxAmount, maxRatePerThousand, buyerUsername, minutesWaiting } = preOrder;
  return (
    <li className="flex min-h-17 items-center gap-3 px-4 py-3 sm:px-5">
      <span className="w-5 shrink-0 text-3 tabular-nums">{place}</span>
      <div className="min-w-0 flex-1">
        <p className="flex gap-1 text-1">
          <Robux exact amount={robuxAmount} className="shrink-0 font-medium" />
          <span className="truncate text-2">· {buyerUsername}</span>{' '}
          {own && <span className="shrink-0 text-2">{t('(you)')}</span>}
        </p>
        <p className="text-3 text-xs tabular-nums">
          {t('Max {maxRatePerThousand} per 1K · {waitingTime}', {
            maxRatePerThousand: formatRate(maxRatePerThousand),
            waitingTime: formatWait(minutesWaiting),
          })}
        </p>
      </div>
      <Chance {...preOrder} />
    </li>
  );
}

/** 'Processing Soon', or 'Waiting' with the expected waiting time. */
function Chance({ canFulfill, estimatedMinutes }: Pick<QueuedPreOrder, 'canFulfill' | 'estimatedMinutes'>) {
  if (canFulfill) return <Badge tone="good">{t('Processing Soon')}</Badge>;
  return (
    <span className="flex shrink-0 flex-col items-end gap-1">
      <Badge tone="warn">{t('Waiting')}</Badge>
      <span className="text-3 text-xs">
        {estimatedMinutes === null ? t('No estimate yet') : estimateText(estimatedMinutes)}
      </span>
    </span>
  );
}
