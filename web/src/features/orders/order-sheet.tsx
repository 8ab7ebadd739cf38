import { orders, type RobuxOrder } from '@sterling/contract/orders.ts';
import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, RotateCw } from 'lucide-react';
import { explain, isRefused } from '../../data/call.ts';
import { ORDER_CHANGES } from '../../data/change-groups.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatRate, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatMoment } from '../../kit/format/format-time.ts';
import { labelOf } from '../../kit/format/labels.ts';
import { rich } from '../../kit/format/rich.tsx';
import { switchSection } from '../../kit/navigation/section-navigation.ts';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { Change, Robux, Usd } from '../../kit/ui/money.tsx';
import { Receipt } from '../../kit/ui/receipt.tsx';
import { SheetSummary, SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useNow } from '../../kit/ui/use-browser.ts';
import { BalanceAfterDetail } from '../history/entry-sheet.tsx';
import { accountQuery } from '../roblox-accounts/accounts.ts';
import { useUser } from '../sessions/session.tsx';
import { replaceBuyDraft } from './buy-draft.ts';
import { OrderProgress, timeLeft } from './order-progress.tsx';
import {
  amountOrdered,
  isInProgress,
  isOutOfTime,
  orderQuery,
  useRefreshWhenFinal,
  type Viewer,
} from './orders.ts';

interface OrderSheetProps {
  orderId: string;
  viewer: Viewer;
  onClose: () => void;
}

/** One order in a side sheet, with live updates while it is in progress. */
export default function OrderSheet({ orderId, viewer, onClose }: OrderSheetProps) {
  const query = useQuery(orderQuery(orderId, viewer));
  useRefreshWhenFinal(query.data && [query.data]);
  return (
    <SideSheet
      onClose={onClose}
      title={t('Order')}
      description={viewer === 'seller' ? t('Sale details and status') : t('Order details and status')}
    >
      <Loaded query={query} waiting={<SkeletonRows rows={4} />}>
        {(order) => <OrderDetails order={order} viewer={viewer} />}
      </Loaded>
    </SideSheet>
  );
}

interface OrderDetailsProps {
  order: RobuxOrder;
  viewer: Viewer;
}

function OrderDetails({ order, viewer }: OrderDetailsProps) {
  return (
    <>
      <SheetSummary at={order.createdAt} badge={<StatusBadge status={order.status} />}>
        <Robux exact amount={order.robuxAmount} className="font-semibold text-1 text-2xl tracking-tight" />
      </SheetSummary>
      {viewer === 'seller' && order.storeUrl && <ManualPurchase order={order} storeUrl={order.storeUrl} />}
      <OrderProgress order={order} viewer={viewer} />
      <dl className="flex flex-col divide-y divide-line border-line border-t">
        {order.requestedRobux !== undefined && (
          <Detail name={t('Robux ordered')}>
            <Robux exact amount={order.requestedRobux} />
          </Detail>
        )}
        <Detail name={t('Total')}>
          <Total order={order} viewer={viewer} />
        </Detail>
        {order.status === 'completed' && viewer !== 'staff' && <BalanceAfterDetail id={order.id} />}
        <Detail name={t('Rate')}>
          {t('{ratePerThousand} per 1K', { ratePerThousand: formatRate(order.ratePerThousand) })}
        </Detail>
        {viewer === 'seller' && order.accountId !== null && !order.storeUrl && (
          <SellingAccount order={order} />
        )}
        <Detail name={t('Gamepass')}>
          <span className="min-w-0">{order.gamepassName}</span>
          <CopyButton text={order.gamepassUrl} what={t('gamepass URL')} />
        </Detail>
        <Detail name={t('Order ID')}>
          <span className="truncate font-mono text-xs">{order.id}</span>
          <CopyButton text={order.id} what={t('order ID')} />
        </Detail>
      </dl>
      {viewer === 'buyer' && !isInProgress(order) && <BuyAgain order={order} />}
      <Receipt title={t('Robux order')} rows={receiptOf(order)} />
    </>
  );
}

/** Buyer and seller see what the order does to their balance. */
function Total({ order: { totalPrice, status }, viewer }: OrderDetailsProps) {
  if (viewer === 'staff') return <Usd cents={totalPrice} className="font-medium" />;
  const direction = viewer === 'buyer' ? 'out' : 'in';
  return <Change direction={direction} cents={totalPrice} status={status} className="font-medium" />;
}

const receiptOf = (order: RobuxOrder): [name: string, value: string][] => [
  [t('Date'), formatMoment(order.createdAt)],
  ['Robux', formatWhole(order.robuxAmount)],
  [t('Rate'), t('{ratePerThousand} per 1,000 Robux', { ratePerThousand: formatRate(order.ratePerThousand) })],
  [t('Total'), formatUsd(order.totalPrice)],
  ...(order.status === 'failed' ? [[t('Refunded'), formatUsd(order.totalPrice)] as [string, string]] : []),
  [t('Gamepass'), order.gamepassName],
  [t('Gamepass URL'), order.gamepassUrl],
  [t('Status'), labelOf(order.status)],
  [t('Reference'), order.id],
];

/** Opens the buy page with the amount and the gamepass of a finished order, at today's best rate. */
function BuyAgain({ order }: { order: RobuxOrder }) {
  const { id } = useUser();
  const buyAgain = () => {
    replaceBuyDraft(id, {
      amount: amountOrdered(order),
      ratePerThousand: null,
      url: order.gamepassUrl,
    });
    switchSection('buy-robux');
  };
  return (
    <Button variant="secondary" onClick={buyAgain}>
      <RotateCw aria-hidden className="size-4" />
      {t('Buy again')}
    </Button>
  );
}

/**
 * Tells the seller of a manual order what to do and until when. The button checks the purchase immediately.
 */
function ManualPurchase({ order, storeUrl }: { order: RobuxOrder; storeUrl: string }) {
  const bought = useBought(order);
  const isLate = isOutOfTime(order, useNow());
  return (
    <section aria-label={t('Buy it yourself')} className="flex flex-col gap-4 rounded-xl bg-warn/12 p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-semibold text-1">{t('Buy it yourself')}</h3>
        {order.deadline && <Deadline at={order.deadline} />}
      </div>
      {isLate ? (
        <p className="text-2">
          {t(
            'Don\'t buy it now, because another seller may get this order. If you bought it already, press "I bought it".',
          )}
        </p>
      ) : (
        <BuyingSteps order={order} />
      )}
      <div className="flex flex-wrap gap-2">
        {!isLate && (
          <Button asChild variant="secondary" className="max-sm:w-full">
            <a href={storeUrl} target="_blank" rel="noreferrer">
              {t("Open the experience's store")}
              <ExternalLink aria-hidden className="size-4" />
            </a>
          </Button>
        )}
        <Button pending={bought.isPending} onClick={() => bought.mutate()} className="max-sm:w-full">
          {t('I bought it')}
        </Button>
      </div>
    </section>
  );
}

function BuyingSteps({ order }: { order: RobuxOrder }) {
  const account = useAccountOf(order);
  return (
    <ol className="flex list-decimal flex-col gap-1 pl-5 text-2 marker:text-3">
      <li>
        {rich('Sign in to Roblox as {account}.', {
          account: (
            <span className="font-medium text-1">{account?.username ?? t('the account of this order')}</span>
          ),
        })}
      </li>
      <li>
        {rich("Buy {gamepass} for {robux} in the experience's store.", {
          gamepass: <span className="font-medium text-1">{order.gamepassName}</span>,
          robux: <Robux exact amount={order.robuxAmount} className="font-medium text-1" />,
        })}
      </li>
      <li>{t('Come back and press "I bought it". We verify it and pay you.')}</li>
    </ol>
  );
}

/** The seller's own account that serves an order. Undefined while it loads, null if it is deleted. */
function useAccountOf({ accountId }: RobuxOrder): RobloxAccount | null | undefined {
  return useQuery({ ...accountQuery(accountId ?? ''), enabled: accountId !== null }).data;
}

function SellingAccount({ order }: { order: RobuxOrder }) {
  const account = useAccountOf(order);
  return <Detail name={t('Roblox account')}>{account?.username ?? '–'}</Detail>;
}

function Deadline({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="font-medium text-warn tabular-nums">
      {timeLeft(at, useNow())}
    </time>
  );
}

/** Reports that the seller bought the gamepass of a manual order. Every press after an answer checks again. */
function useBought({ id }: RobuxOrder) {
  const client = useQueryClient();
  return useOnce(orders.bought, {
    input: () => ({ params: { id } }),
    changes: [...ORDER_CHANGES, 'roblox-accounts'],
    failed: t('Error'),
    explain: (error) =>
      isRefused(error, 'out_of_order') ? t('This order no longer needs you') : explain(error),
    onDone: (order) => {
      client.setQueryData(orderQuery(id, 'seller').queryKey, order);
      if (isInProgress(order)) {
        toast({
          title: t('Not confirmed yet'),
          description: t("Roblox doesn't show the purchase yet. We'll keep checking."),
          variant: 'warning',
        });
        return;
      }
      if (order.status === 'completed') {
        toast({ title: t('Order completed'), description: t('The total is in your seller wallet.') });
      }
    },
  });
}
