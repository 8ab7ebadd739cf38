import { t } from '@sterling/contract/texts.ts';
import {
  type Stage,
  type Transaction,
  type TransactionEvent,
  type TransactionWithEvents,
  transactions,
} from '@sterling/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Form, useKeptDraft } from '../../kit/form/form.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatMoment, formatTime } from '../../kit/format/format-time.ts';
import { labelOf } from '../../kit/format/labels.ts';
import { Badge, StatusBadge, statusTone } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { Change, Usd } from '../../kit/ui/money.tsx';
import { Receipt } from '../../kit/ui/receipt.tsx';
import { SheetSummary, SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { useNow } from '../../kit/ui/use-browser.ts';
import { BalanceAfterDetail } from '../history/entry-sheet.tsx';
import { useUser } from '../sessions/session.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { RatingForm, Stars } from './rating.tsx';
import { nextStep, type Party, partyOf, tradeQuery, useTradeStep } from './trade.ts';
import { TradePictures } from './trade-pictures.tsx';
import { TradeSteps } from './trade-steps.tsx';

interface TradeSheetProps {
  tradeId: string;
  onClose: () => void;
}

/** One trade in a side sheet, with live updates and the actions of the user. */
export default function TradeSheet({ tradeId, onClose }: TradeSheetProps) {
  const query = useQuery(tradeQuery(tradeId));
  return (
    <SideSheet onClose={onClose} title={t('Trade')} description={t('Trade details and next steps')}>
      <Loaded query={query} waiting={<SkeletonRows rows={4} />}>
        {(trade) => <TradeDetails trade={trade} />}
      </Loaded>
    </SideSheet>
  );
}

function TradeDetails({ trade }: { trade: TransactionWithEvents }) {
  const party = partyOf(trade, useUser().id);
  const now = useNow();
  return (
    <>
      <SheetSummary about={trade.title} at={trade.createdAt} badge={<StageBadge stage={trade.stage} />}>
        <Amount trade={trade} party={party} />
      </SheetSummary>
      <p aria-live="polite" className="text-2">
        {nextStep(trade, party, now)}
      </p>
      <ListingPicture
        listing={{ id: trade.listingId, pictureId: trade.listing.pictureId }}
        className="max-h-64"
      />
      {trade.listing.description && (
        <p className="wrap-anywhere whitespace-pre-line text-2">{trade.listing.description}</p>
      )}
      <TradeSteps trade={trade} party={party} />
      {party === 'buyer' && trade.stage === 'completed' && !trade.rating && <RatingForm tradeId={trade.id} />}
      <TradeTimeline events={trade.events} you={party} />
      <TradePictures trade={trade} party={party} />
      {!trade.endedAt && <MessageForm trade={trade} party={party} />}
      <Terms trade={trade} party={party} />
      <Receipt title={t('Trade')} rows={receiptOf(trade, party)} />
    </>
  );
}

/** Buyer and seller see what the trade does to their balance. */
function Amount({ trade: { amount, stage }, party }: { trade: Transaction; party: Party }) {
  const look = 'font-semibold text-2xl tracking-tight';
  if (party === 'staff') return <Usd cents={amount} className={look} />;
  return (
    <Change direction={party === 'buyer' ? 'out' : 'in'} cents={amount} status={stage} className={look} />
  );
}

/** The trade ended and the buyer got everything back. */
const isRefunded = ({ stage }: Transaction): boolean => stage === 'cancelled' || stage === 'failed';

/** What was agreed. */
function Terms({ trade, party }: { trade: TransactionWithEvents; party: Party }) {
  return (
    <dl className="flex flex-col divide-y divide-line border-line border-t">
      {party !== 'buyer' && <Detail name={t('Buyer')}>{trade.buyerName}</Detail>}
      {party !== 'seller' && <Detail name={t('Seller')}>{trade.listing.sellerName}</Detail>}
      {!trade.endedAt && <Detail name={t('Promised delivery')}>{trade.listing.deliveryTime}</Detail>}
      <Detail name={t('Quantity')}>{formatWhole(trade.units)}</Detail>
      <Detail name={t('Price per unit')}>
        <Usd cents={trade.pricePerUnit} />
      </Detail>
      <Detail name={t('Total')}>
        <Usd cents={trade.totalAmount} className="font-medium" />
      </Detail>
      {party !== 'buyer' && !isRefunded(trade) && (
        <Detail name={t('Marketplace fee')}>
          <Usd cents={trade.platformFee} />
        </Detail>
      )}
      {party === 'seller' && !isRefunded(trade) && (
        <Detail name={t('You receive')}>
          <Usd cents={trade.amount} className="font-medium" />
        </Detail>
      )}
      {trade.stage === 'completed' && party !== 'staff' && <BalanceAfterDetail id={trade.id} />}
      {trade.rating && (
        <Detail name={t('Rating')}>
          <Stars count={trade.rating.stars} />
        </Detail>
      )}
      <Detail name={t('Trade ID')}>
        <span className="truncate font-mono text-xs">{trade.id}</span>
        <CopyButton text={trade.id} what={t('trade ID')} />
      </Detail>
    </dl>
  );
}

function receiptOf(trade: TransactionWithEvents, party: Party): [name: string, value: string | null][] {
  return [
    [t('Date'), formatMoment(trade.createdAt)],
    [t('Item'), trade.title],
    [t('Buyer'), trade.buyerName],
    [t('Seller'), trade.listing.sellerName],
    [t('Quantity'), formatWhole(trade.units)],
    [t('Price per unit'), formatUsd(trade.pricePerUnit)],
    [t('Total'), formatUsd(trade.totalAmount)],
    [t('Marketplace fee'), party === 'buyer' || isRefunded(trade) ? null : formatUsd(trade.platformFee)],
    [t('Refunded'), isRefunded(trade) ? formatUsd(trade.totalAmount) : null],
    [t('Status'), labelOf(trade.stage)],
    [t('Reference'), trade.id],
  ];
}

const OPEN: Partial<Record<Stage, string>> = { delivered: t('Delivered'), disputed: t('Disputed') };

/** The stage of a trade. Delivered and disputed trades are still pending and share that colour. */
function StageBadge({ stage }: { stage: Stage }) {
  const name = OPEN[stage];
  return name ? <Badge tone={statusTone('pending')}>{name}</Badge> : <StatusBadge status={stage} />;
}

const WHO: Readonly<Record<TransactionEvent['by'], string>> = {
  buyer: t('Buyer'),
  seller: t('Seller'),
  staff: t('Sterling staff'),
  system: 'Sterling',
};

interface TradeTimelineProps {
  /** Oldest first. */
  events: readonly TransactionEvent[];
  you: Party;
}

/** All events and messages of a trade. Screen readers hear what is new. */
function TradeTimeline({ events, you }: TradeTimelineProps) {
  return (
    <ol aria-label={t('Timeline')} aria-live="polite" className="flex flex-col">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are append-only
        <Entry key={index} event={event} isYours={event.by === you} />
      ))}
    </ol>
  );
}

function Entry({ event: { at, by, what, text }, isYours }: { event: TransactionEvent; isYours: boolean }) {
  return (
    <li className="group flex gap-3 pb-4 last:pb-0">
      <span aria-hidden className="relative flex w-2 shrink-0 justify-center">
        <span className="absolute top-3 -bottom-5 w-px bg-line group-last:hidden" />
        <span className={cn('relative mt-1.5 size-2 rounded-full', isYours ? 'bg-accent' : 'bg-silver')} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-col">
          <span className="font-medium text-1">{what}</span>
          <span className="text-3 text-xs tabular-nums">
            {isYours ? t('You') : WHO[by]} · <time dateTime={at.toISOString()}>{formatTime(at)}</time>
          </span>
        </p>
        {text && (
          <p className="wrap-anywhere whitespace-pre-wrap rounded-lg bg-surface-2 px-3 py-2 text-1">{text}</p>
        )}
      </div>
    </li>
  );
}

const TO: Readonly<Record<Party, string>> = {
  buyer: t('Message to the seller'),
  seller: t('Message to the buyer'),
  staff: t('Message to both parties'),
};

/** In a dispute, staff reads and asks too. */
const TO_IN_DISPUTE: Readonly<Record<Party, string>> = {
  buyer: t('Message to the seller and Sterling staff'),
  seller: t('Message to the buyer and Sterling staff'),
  staff: TO.staff,
};

/** Sends a message to the other party while the trade is open. A message that is not sent stays, even when the sheet closes. */
function MessageForm({ trade: { id, stage }, party }: { trade: Transaction; party: Party }) {
  const form = useContractForm(transactions.messages, {
    defaultValues: { text: '' },
    bodyOf: (draft) => draft,
    missing: { text: t('Enter a message') },
  });
  const forget = useKeptDraft(form, `message.${id}.${useUser().id}`);
  const send = useTradeStep(id, ({ text }) => forget({ text }));
  const submit = form.submit(({ text }) => send.mutate({ step: 'message', text }));
  return (
    <Form onSubmit={submit} className="items-end gap-2">
      <TextareaField
        {...form.field('text')}
        label={(stage === 'disputed' ? TO_IN_DISPUTE : TO)[party]}
        className="min-h-20"
      />
      <Button type="submit" variant="secondary" size="sm" pending={send.isPending}>
        <Send aria-hidden className="size-4" />
        {t('Send')}
      </Button>
    </Form>
  );
}
