import type { Cents } from '@sterling/contract/money.ts';
import { orders } from '@sterling/contract/orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ORDER_CHANGES } from '../../data/change-groups.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { IconButton } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { focusPage } from '../../kit/ui/focus.ts';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { Warning } from '../../kit/ui/warning.tsx';
import { OrderProgress, whatBuyerReceives } from '../orders/order-progress.tsx';
import { orderQuery, useRefreshWhenFinal } from '../orders/orders.ts';
import { platformStatusQuery } from '../platform/queries.ts';
import { useFunds, walletQuery } from '../wallet/balance.ts';
import { type Draft, deliveryByHand, explainPurchase, fillOf, isByHand, totalAt } from './draft.ts';
import { identityOf, type OrderBody } from './placed-order.ts';

/** Places an order, once. `total`: null while it is unknown. `onPlaced` gets no id if an earlier try had placed the order. */
export function usePurchase(
  total: Cents | null,
  onPlaced: (orderId: string | null, sent?: OrderBody) => void,
) {
  const client = useQueryClient();
  const { shortCents } = useFunds(total);
  return useOnce(orders.place, {
    input: (body: OrderBody) => ({ body }),
    // The rate may have moved because the first try took stock.
    identity: identityOf,
    changes: ORDER_CHANGES,
    failed: t('Purchase Failed'),
    explain: (error) => explainPurchase(error, shortCents),
    onDone: (order, sent) => {
      client.setQueryData(orderQuery(order.id, 'buyer').queryKey, order);
      toast({
        title: t('Purchase Successful'),
        description: t('{robuxAmount} Robux ordered. Track it here.', {
          robuxAmount: formatWhole(order.robuxAmount),
        }),
      });
      onPlaced(order.id, sent);
    },
    onHappened: () => onPlaced(null),
  });
}

interface ConfirmPurchaseProps {
  open: boolean;
  onClose: () => void;
  draft: Draft;
  onConfirm: () => void;
}

/** Asks for confirmation before money moves and explains the risk of this trade. */
export function ConfirmPurchase({ open, onClose, draft, onConfirm }: ConfirmPurchaseProps) {
  const { amount, chosen, pass } = draft;
  const total = totalAt(chosen, amount);
  const { data: wallet } = useQuery(walletQuery('buyer'));
  const { data: status } = useQuery(platformStatusQuery);
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      title={t('Confirm Purchase')}
      description={t(
        "We hold the total now and pay the seller once your gamepass is bought. If it fails, you're refunded in full.",
      )}
      confirmLabel={t('Confirm Purchase')}
      onConfirm={onConfirm}
    >
      <dl className="flex flex-col divide-y divide-line rounded-lg border border-line px-4 *:min-h-10">
        <Detail name={t('Robux amount')}>
          <Robux exact amount={amount} />
        </Detail>
        <Detail name={t('Rate')}>
          {chosen &&
            t('Up to {ratePerThousand} per 1K', { ratePerThousand: formatRate(chosen.ratePerThousand) })}
        </Detail>
        {chosen && isByHand(chosen, draft) && <Detail name={t('Delivery')}>{deliveryByHand(status)}</Detail>}
        <Detail name={t('Gamepass')}>
          <span className="truncate">{pass?.name}</span>
        </Detail>
        <Detail name={t('Total')}>
          {total !== null && <Usd cents={total} className="font-semibold text-base" />}
        </Detail>
        {wallet && (
          <Detail name={t('Your balance')}>
            <Usd cents={wallet.balance} />
          </Detail>
        )}
      </dl>
      <p className="text-2">{whatBuyerReceives(amount)}</p>
      {chosen && fillOf(chosen, draft) === 'parts' && (
        <p className="text-2">
          {t(
            'Several accounts buy your gamepass in parts. We set its price for each part with your cookie. You get back the money for parts that fail.',
          )}
        </p>
      )}
      <KnowTheRisk />
    </AlertDialog>
  );
}

/** The order that the buyer just placed, with live updates, until they close it. */
export function PlacedOrder({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: order } = useQuery(orderQuery(id, 'buyer'));
  useRefreshWhenFinal(order && [order]);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (!order) return null;
  const dismiss = () => {
    onClose();
    focusPage();
  };
  return (
    <div ref={element} className="scroll-mt-2">
      <Card aria-labelledby="placed-order">
        <CardHeader
          id="placed-order"
          title={t('Your order')}
          description={<Robux exact amount={order.robuxAmount} />}
        >
          <IconButton icon={X} label={t('Dismiss')} onClick={dismiss} />
        </CardHeader>
        <CardBody>
          <OrderProgress order={order} viewer="buyer" />
        </CardBody>
      </Card>
    </div>
  );
}

/** The risk of buying Robux outside of Roblox. */
export function KnowTheRisk() {
  return (
    <Warning small>
      {rich(
        "{riskWarning} Roblox's terms prohibit trading Robux outside its platform. Roblox may remove the Robux or suspend the accounts involved.",
        { riskWarning: <span className="font-semibold text-warn">{t('Know the risk.')}</span> },
      )}
    </Warning>
  );
}
