import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { BasketButtons } from '../features/basket/basket-buttons.tsx';
import { AmountStep } from '../features/buying/amount-step.tsx';
import { findMissing, totalAt } from '../features/buying/draft.ts';
import { GamepassStep } from '../features/buying/gamepass-step.tsx';
import { CompletePurchase, OrderSummary, SummaryBar } from '../features/buying/order-summary.tsx';
import { usePlacedOrder } from '../features/buying/placed-order.ts';
import { ConfirmPurchase, PlacedOrder, usePurchase } from '../features/buying/purchase.tsx';
import { RateStep } from '../features/buying/rate-step.tsx';
import { type Buying, useDraft } from '../features/buying/use-draft.ts';
import { whyUnknown } from '../features/buying/use-gamepass.ts';
import { MarketRow } from '../features/market/market.tsx';
import { useBuyDraftVersion } from '../features/orders/buy-draft.ts';
import { RecentOrdersCard } from '../features/orders/order-list.tsx';
import { OwnPreOrders, PreOrderQueue } from '../features/pre-orders/pre-order-lists.tsx';
import { queueQuery } from '../features/pre-orders/pre-orders.ts';
import type { Prefill } from '../features/pre-orders/use-pre-order-draft.ts';
import { PriceAlertsButton } from '../features/price-alerts/price-alerts-button.tsx';
import type { Prepared } from '../features/standing-orders/standing-orders.ts';
import { walletQuery } from '../features/wallet/balance.ts';
import { FrozenNotice } from '../features/wallet/notices.tsx';
import { useUrlSheet } from '../kit/navigation/open-above.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';
import { SheetButton } from '../kit/ui/side-sheet.tsx';
import { toast } from '../kit/ui/toast.ts';
import { useMedia } from '../kit/ui/use-browser.ts';

const PreOrderDialog = lazy(() => import('../features/pre-orders/pre-order-dialog.tsx'));
const StandingOrdersSheet = lazy(() => import('../features/standing-orders/standing-orders-sheet.tsx'));

/** The buy page. It starts again when an earlier order is bought again. */
export default function BuyRobux() {
  return <Purchase key={useBuyDraftVersion()} />;
}

/** Three steps to an order, with a summary beside them (below them on a narrow screen). */
function Purchase() {
  const buying = useDraft();
  const { draft, market } = buying;
  const [confirming, setConfirming] = useState(false);
  const preOrder = useUrlSheet('pre-order');
  const { id: placedId, finish, close } = usePlacedOrder(buying.clear);
  const total = totalAt(draft.chosen, draft.amount);
  const purchase = usePurchase(total, finish);
  const isWide = useMedia('(width >= 80rem)');

  /** Checks again, because the market may have moved while the dialog was open. */
  const buy = () => {
    if (!showMissing(buying) && buying.body) purchase.mutate(buying.body);
  };
  const askToConfirm = () => {
    const sent = buying.unansweredNow();
    if (sent) return purchase.mutate(sent);
    if (showMissing(buying)) return;
    buying.acceptRate();
    setConfirming(true);
  };
  const complete = (
    <CompletePurchase
      draft={draft}
      pending={purchase.isPending}
      onPress={askToConfirm}
      className={isWide ? 'w-full' : 'px-4'}
    />
  );
  const placed = placedId && <PlacedOrder key={placedId} id={placedId} onClose={close} />;
  return (
    <div className="flex flex-1 flex-col gap-4 md:gap-6">
      <Frozen />
      <MarketFigures market={market} />
      {!isWide && placed}
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <ThreeSteps buying={buying} onPreOrder={() => preOrder.open()} />
        <div className="flex flex-col gap-4 xl:sticky xl:top-[calc(var(--top-height)+1.5rem)]">
          {isWide && placed}
          <Summary buying={buying}>{isWide && complete}</Summary>
        </div>
      </div>
      <Activity />
      {!isWide && <SummaryBar draft={draft}>{complete}</SummaryBar>}
      <ConfirmPurchase open={confirming} onClose={() => setConfirming(false)} draft={draft} onConfirm={buy} />
      <Overlays>
        {preOrder.isOpen && (
          <PreOrderDialog prefill={prefillOf(buying)} onPlaced={finish} onClose={preOrder.close} />
        )}
      </Overlays>
    </div>
  );
}

const prefillOf = ({ draft: { amount }, url, cookie }: Buying): Prefill => ({ amount, url, cookie });

/** Says before the purchase that it would be refused. */
function Frozen() {
  const { data: wallet } = useQuery(walletQuery('buyer'));
  return wallet?.frozen ? <FrozenNotice available={wallet.available} /> : null;
}

/** The queue of pre-orders counts the sellers, and the page polls it too. */
function MarketFigures({ market }: Pick<Buying, 'market'>) {
  const sellers = useQuery({ ...queueQuery, select: ({ activeSellers }) => activeSellers });
  return <MarketRow rows={market.data} failed={market.isError} sellers={sellers} />;
}

/** The order, and other ways to buy than now: together with others, at a better rate, or every week. */
function Summary({ buying, children }: { buying: Buying; children: ReactNode }) {
  const { draft } = buying;
  const url = buying.url.trim();
  return (
    <OrderSummary draft={draft}>
      {children}
      <BasketButtons
        draft={draft}
        url={url}
        isBestRate={buying.isBestRate}
        isComplete={() => !showMissing(buying)}
        onAdded={buying.clear}
      />
      <div className="flex flex-wrap gap-2 *:flex-1">
        <PriceAlertsButton />
        <StandingOrdersButton amount={draft.amount} rate={draft.chosen?.ratePerThousand} url={url} />
      </div>
    </OrderSummary>
  );
}

/** Opens the standing orders. A new one starts with what the buyer has prepared on the page. */
const StandingOrdersButton = (prepared: Prepared) => (
  <SheetButton
    name="standing-orders"
    icon={CalendarClock}
    label={t('Standing orders')}
    sheet={(close) => <StandingOrdersSheet prepared={prepared} onClose={close} />}
  />
);

/** Says what is missing first and leads there. False when nothing is missing. */
function showMissing({ draft, steps, check }: Buying): boolean {
  const missing = findMissing(draft);
  if (!missing) return false;
  const unknown = missing.step === 3 ? whyUnknown(check) : null;
  toast(unknown ?? { title: missing.title, description: missing.description, variant: 'destructive' });
  steps.goTo(missing.step);
  return true;
}

function ThreeSteps({ buying, onPreOrder }: { buying: Buying; onPreOrder: () => void }) {
  const { draft, steps, market } = buying;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <AmountStep steps={steps} amount={draft.amount} onChange={buying.setAmount} />
      <RateStep
        steps={steps}
        draft={draft}
        rows={market.data}
        error={market.error}
        onRetry={market.refetch}
        isBest={buying.isBestRate}
        lost={buying.lostRate}
        onChoose={buying.chooseRate}
        onAmount={buying.setAmount}
        onPreOrder={onPreOrder}
      />
      <GamepassStep
        steps={steps}
        draft={draft}
        check={buying.check}
        url={buying.url}
        onUrl={buying.setUrl}
        onLookUp={buying.lookUp}
        onAmount={buying.setAmount}
        cookie={buying.cookie}
        onCookie={buying.setCookie}
      />
    </div>
  );
}

function Activity() {
  return (
    <>
      <OwnPreOrders />
      <div className="grid gap-4 md:gap-6 xl:grid-cols-2">
        <PreOrderQueue />
        <RecentOrdersCard title={t('Recent Activity')} />
      </div>
    </>
  );
}
