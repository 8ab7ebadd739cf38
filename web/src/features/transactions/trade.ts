import { t } from '@sterling/contract/texts.ts';
import { type Transaction, transactions } from '@sterling/contract/transactions.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { TRADE_CHANGES } from '../../data/change-groups.ts';
import { everyMs, WHILE_LIVE_MS } from '../../data/live.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { toast } from '../../kit/ui/toast.ts';

export type Party = 'buyer' | 'seller' | 'staff';
export type TradeStep = 'deliver' | 'confirm' | 'cancel' | 'dispute';

/** The user's part in a trade. A viewer who is neither buyer nor seller is staff. */
export function partyOf(
  { buyerId, sellerId }: Pick<Transaction, 'buyerId' | 'sellerId'>,
  userId: string,
): Party {
  if (userId === buyerId) return 'buyer';
  return userId === sellerId ? 'seller' : 'staff';
}

/** The available steps of a party, the most common one first. `now` is in milliseconds. */
export function stepsOf(
  trade: Pick<Transaction, 'stage' | 'deliverBy'>,
  party: Party,
  now: number,
): readonly TradeStep[] {
  if (party === 'seller') return trade.stage === 'pending' ? ['deliver', 'cancel'] : [];
  if (party !== 'buyer') return [];
  if (trade.stage === 'delivered') return ['confirm', 'dispute'];
  return trade.stage === 'pending' && now >= trade.deliverBy.getTime() ? ['cancel'] : [];
}

/** For the viewer: the next step or the final result. `now` is in milliseconds. */
export function nextStep(trade: Transaction, party: Party, now: number): string {
  const { stage, confirmAt, deliverBy } = trade;
  const isBuyer = party === 'buyer';
  switch (stage) {
    case 'pending':
      return now < deliverBy.getTime() ? beforeDelivery(party, formatTime(deliverBy)) : lateDelivery(party);
    case 'delivered':
      return isBuyer ? buyerAfterDelivery(confirmAt) : afterDelivery(confirmAt);
    case 'disputed':
      return party === 'staff'
        ? t('Decide this dispute in the admin panel. The money stays on hold.')
        : t(
            'Sterling staff will decide based on what you both write and show here. The money stays on hold.',
          );
    case 'completed':
      return party === 'seller'
        ? t('{amount} went to your seller wallet, after the marketplace fee of {platformFee}.', {
            amount: formatUsd(trade.amount),
            platformFee: formatUsd(trade.platformFee),
          })
        : t('The seller was paid.');
    case 'cancelled':
    case 'failed':
      return isBuyer ? t('Your money is back in your wallet.') : t('The money went back to the buyer.');
  }
}

function beforeDelivery(party: Party, deliverBy: string): string {
  switch (party) {
    case 'buyer':
      return t(
        'Waiting for the seller to deliver. Your money is held until you confirm. If nothing arrives by {deliverBy}, you can cancel.',
        { deliverBy },
      );
    case 'seller':
      return t(
        "The buyer's money is held until they confirm. If you haven't delivered by {deliverBy}, they can cancel.",
        { deliverBy },
      );
    case 'staff':
      return t('Waiting for the seller to deliver. The buyer can cancel from {deliverBy} on.', { deliverBy });
  }
}

function lateDelivery(party: Party): string {
  switch (party) {
    case 'buyer':
      return t(
        'The seller has not delivered in time. You can cancel and get your money back, or wait for the delivery.',
      );
    case 'seller':
      return t('You have not delivered in time, so the buyer can cancel. You can still deliver.');
    case 'staff':
      return t('The seller has not delivered in time. The buyer can cancel.');
  }
}

const buyerAfterDelivery = (confirmAt: Date | null): string =>
  confirmAt === null
    ? t('Check what you received, then confirm or dispute it.')
    : t(
        "Check what you received, then confirm or dispute it by {confirmAt}. After that, it's confirmed automatically.",
        { confirmAt: formatTime(confirmAt) },
      );

const afterDelivery = (confirmAt: Date | null): string =>
  confirmAt === null
    ? t('Waiting for the buyer to confirm.')
    : t('Waiting for the buyer to confirm. Completes automatically on {confirmAt}.', {
        confirmAt: formatTime(confirmAt),
      });

/** Polling interval of an open trade, because the other party may act at any time. */
const FOLLOW_EVERY_MS = 3000;

/** One trade with its events. Polled while it is open. */
export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(transactions.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.endedAt ? false : everyMs(FOLLOW_EVERY_MS, WHILE_LIVE_MS)),
  });

type Taken =
  | { readonly step: TradeStep; readonly text: string }
  | { readonly step: 'message'; readonly text: string }
  | { readonly step: 'rate'; readonly stars: number; readonly text: string };

const DONE: Readonly<Record<Exclude<Taken['step'], 'message'>, string>> = {
  deliver: t('Marked as delivered'),
  confirm: t('Receipt confirmed. The seller is paid'),
  cancel: t('Trade cancelled. The money is back with the buyer'),
  dispute: t('Dispute opened. Sterling staff will review it'),
  rate: t('Thanks for your rating'),
};

/** Runs a step of a trade, once. */
export function useTradeStep(id: string, onDone?: (taken: Taken) => void) {
  const client = useQueryClient();
  const { queryKey } = tradeQuery(id);
  return useOnce((taken: Taken) => ENDPOINTS[taken.step], {
    input: (taken) => ({ params: { id }, body: bodyOf(taken) }),
    changes: TRADE_CHANGES,
    failed: t('Error'),
    onDone: (trade, taken) => {
      client.setQueryData(queryKey, trade);
      if (taken.step !== 'message') toast({ title: t('Success'), description: DONE[taken.step] });
      onDone?.(taken);
    },
  });
}

export const ENDPOINTS = {
  deliver: transactions.deliver,
  confirm: transactions.confirm,
  cancel: transactions.cancel,
  dispute: transactions.dispute,
  message: transactions.messages,
  rate: transactions.rate,
} as const;

/** The request of a step. Optional words that are blank are left out. */
export function bodyOf(taken: Taken): object {
  const text = taken.text.trim();
  switch (taken.step) {
    case 'deliver':
      return text ? { note: text } : {};
    case 'confirm':
    case 'cancel':
      return {};
    case 'dispute':
      return { reason: text };
    case 'message':
      return { text };
    case 'rate':
      return text ? { stars: taken.stars, comment: text } : { stars: taken.stars };
  }
}
