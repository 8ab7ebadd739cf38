import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { capitalized, formatRate, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatMoment, formatTime } from '../../kit/format/format-time.ts';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/detail.tsx';
import { ErrorState } from '../../kit/ui/empty-state.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Receipt } from '../../kit/ui/receipt.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { BuyAgain } from './buy-again.tsx';
import { isInProgress } from './in-progress.ts';
import { ManualPurchase } from './manual-purchase.tsx';
import { OrderProgress } from './order-progress.tsx';
import { orderQuery } from './queries.ts';
import { useRefreshWhenFinal } from './refresh.ts';
import type { Side } from './side.ts';

interface OrderSheetProps {
  orderId: string;
  side: Side;
  onClose: () => void;
}

/** One order in a side sheet, with live updates while it is in progress. */
export default function OrderSheet({ orderId, side, onClose }: OrderSheetProps) {
  return (
    <SideSheet
      onClose={onClose}
      title="Order"
      description={side === 'buyer' ? 'Order details and status' : 'Sale details and status'}
    >
      <FollowedOrder id={orderId} side={side} />
    </SideSheet>
  );
}

const NONE: readonly RobuxOrder[] = [];

function FollowedOrder({ id, side }: { id: string; side: Side }) {
  const { data: order, error, refetch } = useQuery(orderQuery(id, side));
  useRefreshWhenFinal(order ? [order] : NONE);
  if (order) return <OrderDetails order={order} side={side} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={4} />;
}

interface OrderDetailsProps {
  order: RobuxOrder;
  side: Side;
}

function OrderDetails({ order, side }: OrderDetailsProps) {
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="flex flex-col gap-0.5">
          <Robux exact amount={order.robuxAmount} className="font-semibold text-1 text-2xl tracking-tight" />
          <time dateTime={order.createdAt} className="text-3">
            {formatTime(order.createdAt)}
          </time>
        </div>
        <StatusBadge status={order.status} />
      </div>
      {side === 'seller' && order.storeUrl && <ManualPurchase order={order} storeUrl={order.storeUrl} />}
      <OrderProgress order={order} side={side} />
      <dl className="flex flex-col divide-y divide-line border-line border-t">
        <Detail name="Total">
          <Usd dollars={order.totalPrice} className="font-medium" />
        </Detail>
        <Detail name="Rate">{formatRate(order.ratePerThousand)} per 1K</Detail>
        <Detail name="Gamepass">
          <span className="truncate">{order.gamepassName}</span>
          <CopyButton text={order.gamepassUrl} what="gamepass URL" />
        </Detail>
        <Detail name="Order ID">
          <span className="truncate font-mono text-xs">{order.id}</span>
          <CopyButton text={order.id} what="order ID" />
        </Detail>
      </dl>
      {side === 'buyer' && !isInProgress(order) && <BuyAgain order={order} />}
      <Receipt title="Robux order" rows={receiptOf(order)} />
    </>
  );
}

const receiptOf = (order: RobuxOrder): [name: string, value: string][] => [
  ['Date', formatMoment(order.createdAt)],
  ['Robux', formatWhole(order.robuxAmount)],
  ['Rate', `${formatRate(order.ratePerThousand)} per 1,000 Robux`],
  ['Total', formatUsd(order.totalPrice)],
  ['Gamepass', order.gamepassName],
  ['Gamepass URL', order.gamepassUrl],
  ['Status', capitalized(order.status)],
  ['Reference', order.id],
];
