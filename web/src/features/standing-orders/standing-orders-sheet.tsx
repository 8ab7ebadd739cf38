import {
  MAX_STANDING_ORDERS,
  type StandingOrder,
  type StandingRound,
} from '@sterling/contract/standing-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatExactRobux, formatRate } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { ItemLink } from '../../kit/navigation/open-above.tsx';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { keepFocusInRows, SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { StandingOrderDialog } from './standing-order-dialog.tsx';
import {
  nextRoundText,
  type Prepared,
  scheduleText,
  standingOrdersQuery,
  usePauseStandingOrder,
  useRemoveStandingOrder,
} from './standing-orders.ts';

/** The user's standing orders with their latest rounds. */
export default function StandingOrdersSheet({
  prepared,
  onClose,
}: {
  prepared: Prepared;
  onClose: () => void;
}) {
  const query = useQuery(standingOrdersQuery);
  const [isAdding, setIsAdding] = useState(false);
  const isFull = (query.data?.length ?? 0) >= MAX_STANDING_ORDERS;
  return (
    <SideSheet
      onClose={onClose}
      title={t('Standing orders')}
      description={t('Orders that we place for you every week')}
    >
      <Button aria-disabled={isFull} onClick={() => setIsAdding(true)}>
        <Plus aria-hidden className="size-4" />
        {t('New standing order')}
      </Button>
      {isFull && (
        <p className="text-3">
          {t('You have {maxStandingOrders} standing orders, the maximum. Delete one to add another.', {
            maxStandingOrders: MAX_STANDING_ORDERS,
          })}
        </p>
      )}
      <Loaded query={query} waiting={<SkeletonRows rows={2} />}>
        {(orders) => <Orders orders={orders} />}
      </Loaded>
      <Overlays>
        {isAdding && <StandingOrderDialog prepared={prepared} onClose={() => setIsAdding(false)} />}
      </Overlays>
    </SideSheet>
  );
}

function Orders({ orders }: { orders: readonly StandingOrder[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title={t('No standing orders yet')} className="py-6">
        {t('Choose a gamepass, an amount and the most that you pay for it. We buy it every week.')}
      </EmptyState>
    );
  }
  return (
    <ul
      ref={keepFocusInRows}
      aria-label={t('Standing orders')}
      className="flex flex-col divide-y divide-line rounded-lg border border-line"
    >
      {orders.map((order) => (
        <Row key={order.id} order={order} />
      ))}
    </ul>
  );
}

function Row({ order }: { order: StandingOrder }) {
  const name = `${formatExactRobux(order.robuxAmount)}, ${order.gamepassName}`;
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className="wrap-anywhere font-medium text-1">{name}</p>
          <p className="text-2">{scheduleText(order)}</p>
          <p className="text-3 text-xs tabular-nums">
            {rich('Max {maxRatePerThousand} per 1K · up to {usd} every week', {
              maxRatePerThousand: formatRate(order.ratePerThousand),
              usd: <Usd cents={order.maxTotal} />,
            })}
          </p>
        </div>
        <Badge tone={order.pausedBecause === null ? 'good' : 'warn'}>
          {order.pausedBecause === null ? t('Active') : t('Paused')}
        </Badge>
      </div>
      <p className="text-3 text-xs">{nextText(order)}</p>
      {order.rounds.length > 0 && (
        <ul aria-label={t('Latest orders')} className="flex flex-col gap-1 text-xs">
          {order.rounds.map((round) => (
            <Round key={round.dueAt.getTime()} round={round} />
          ))}
        </ul>
      )}
      <Actions order={order} name={name} />
    </li>
  );
}

function Actions({ order, name }: { order: StandingOrder; name: string }) {
  const pause = usePauseStandingOrder();
  const remove = useRemoveStandingOrder();
  const [isAsking, setIsAsking] = useState(false);
  const isActive = order.pausedBecause === null;
  return (
    <div className="flex gap-2">
      <Button
        variant="secondary"
        size="sm"
        aria-label={isActive ? t('Pause {order}', { order: name }) : t('Resume {order}', { order: name })}
        pending={pause.isPending}
        onClick={() => pause.mutate(order)}
      >
        {isActive ? t('Pause') : t('Resume')}
      </Button>
      <Button
        variant="danger-quiet"
        size="sm"
        aria-label={t('Delete {name}', { name })}
        pending={remove.isPending}
        onClick={() => setIsAsking(true)}
      >
        {t('Delete')}
      </Button>
      <AlertDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Delete this standing order?')}
        description={t('{name}. Orders that it has placed continue.', { name })}
        confirmLabel={t('Delete')}
        danger
        onConfirm={() => remove.mutate(order)}
      />
    </div>
  );
}

const WHY_PAUSED = {
  person: t('Paused by you.'),
  skipped: t('Paused, because three weeks in a row were skipped.'),
  signed_out: t(
    'Paused, because you were signed out everywhere. Resume it if it is yours. Delete it if it is not.',
  ),
  restored: t('Paused, because Sterling restored a backup. Check your latest orders, then resume it.'),
} as const;

const nextText = (order: StandingOrder): string =>
  order.pausedBecause === null ? nextRoundText(order) : WHY_PAUSED[order.pausedBecause];

function Round({ round: { dueAt, reason, orderId } }: { round: StandingRound }) {
  return (
    <li className="flex gap-2 text-2">
      <time dateTime={dueAt.toISOString()} className="shrink-0 text-3 tabular-nums">
        {formatTime(dueAt)}
      </time>
      {orderId === null ? (
        <span>{t('Skipped: {reason}', { reason })}</span>
      ) : (
        <ItemLink item={{ kind: 'order', id: orderId }} className="text-accent underline underline-offset-2">
          {t('Order placed')}
        </ItemLink>
      )}
    </li>
  );
}
