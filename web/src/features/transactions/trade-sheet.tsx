import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { capitalized, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatMoment, formatTime } from '../../kit/format/format-time.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/detail.tsx';
import { ErrorState } from '../../kit/ui/empty-state.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Receipt } from '../../kit/ui/receipt.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { useUser } from '../session/session.ts';
import { MessageForm } from './message-form.tsx';
import { tradeQuery } from './queries.ts';
import { RatingForm, Stars } from './rating.tsx';
import { StageBadge } from './stage-badge.tsx';
import { nextStep, type Party, partyOf } from './trade.ts';
import { TradePictures } from './trade-pictures.tsx';
import { TradeSteps } from './trade-steps.tsx';
import { TradeTimeline } from './trade-timeline.tsx';

export interface TradeSheetProps {
  /** Null while the sheet is closed. */
  tradeId: string | null;
  onClose: () => void;
}

/** One trade in a side sheet, with live updates and the actions of the user. */
export default function TradeSheet({ tradeId, onClose }: TradeSheetProps) {
  return (
    <SideSheet
      open={tradeId !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Trade"
      description="Trade details and next steps"
    >
      {tradeId && <FollowedTrade id={tradeId} />}
    </SideSheet>
  );
}

function FollowedTrade({ id }: { id: string }) {
  const { data: trade, error, refetch } = useQuery(tradeQuery(id));
  if (trade) return <TradeDetails trade={trade} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={4} />;
}

function TradeDetails({ trade }: { trade: TransactionWithEvents }) {
  const party = partyOf(trade, useUser().id);
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-0.5">
          <Usd dollars={trade.amount} className="font-semibold text-1 text-2xl tracking-tight" />
          <p className="text-2">{trade.title}</p>
          <time dateTime={trade.createdAt} className="text-3">
            {formatTime(trade.createdAt)}
          </time>
        </div>
        <StageBadge stage={trade.stage} />
      </div>
      <p aria-live="polite" className="text-2">
        {nextStep(trade, party)}
      </p>
      <TradeSteps trade={trade} party={party} />
      {party === 'buyer' && trade.stage === 'completed' && !trade.rating && <RatingForm tradeId={trade.id} />}
      <TradeTimeline events={trade.events} you={party} />
      <TradePictures trade={trade} party={party} />
      {!trade.endedAt && <MessageForm tradeId={trade.id} party={party} />}
      <dl className="flex flex-col divide-y divide-line border-line border-t">
        <Detail name="Quantity">{formatWhole(trade.units)}</Detail>
        <Detail name="Price per unit">
          <Usd dollars={trade.pricePerUnit} />
        </Detail>
        <Detail name="Total">
          <Usd dollars={trade.totalAmount} className="font-medium" />
        </Detail>
        {party !== 'buyer' && (
          <Detail name="Marketplace fee">
            <Usd dollars={trade.platformFee} />
          </Detail>
        )}
        {trade.rating && (
          <Detail name="Rating">
            <Stars count={trade.rating.stars} />
          </Detail>
        )}
        <Detail name="Trade ID">
          <span className="truncate font-mono text-xs">{trade.id}</span>
          <CopyButton text={trade.id} what="trade ID" />
        </Detail>
      </dl>
      <Receipt title="Trade" rows={receiptOf(trade, party)} />
    </>
  );
}

function receiptOf(trade: TransactionWithEvents, party: Party): [name: string, value: string | null][] {
  return [
    ['Date', formatMoment(trade.createdAt)],
    ['Item', trade.title],
    ['Quantity', formatWhole(trade.units)],
    ['Price per unit', formatUsd(trade.pricePerUnit)],
    ['Total', formatUsd(trade.totalAmount)],
    ['Marketplace fee', party === 'buyer' ? null : formatUsd(trade.platformFee)],
    ['Status', capitalized(trade.stage)],
    ['Reference', trade.id],
  ];
}
