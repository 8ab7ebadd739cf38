import type { Transaction } from '@sterling/contract/transactions.ts';
import { formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';

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
  return trade.stage === 'pending' && now >= Date.parse(trade.deliverBy) ? ['cancel'] : [];
}

/** One sentence for the viewer on the next step or the final result. */
export function nextStep(trade: Transaction, party: Party): string {
  const { stage, confirmAt, deliverBy } = trade;
  const isBuyer = party === 'buyer';
  switch (stage) {
    case 'pending':
      return isBuyer
        ? `Waiting for the seller to deliver by ${formatTime(deliverBy)}. Your money is held until you confirm. If nothing arrives by then, you can cancel.`
        : `The buyer's money is held. Deliver by ${formatTime(deliverBy)}. After that, the buyer can cancel.`;
    case 'delivered':
      return isBuyer
        ? `Check what you received, then confirm or dispute it${confirmAt ? ` by ${formatTime(confirmAt)}. After that, it's confirmed automatically` : ''}.`
        : `Waiting for the buyer to confirm.${confirmAt ? ` Completes automatically on ${formatTime(confirmAt)}.` : ''}`;
    case 'disputed':
      return 'Sterling staff will decide based on what you both write and show here. The money stays on hold.';
    case 'completed':
      return party === 'seller'
        ? `${formatUsd(trade.amount)} went to your seller wallet, after the marketplace fee of ${formatUsd(trade.platformFee)}.`
        : 'The seller was paid.';
    case 'cancelled':
    case 'failed':
      return isBuyer ? 'Your money is back in your wallet.' : 'The money went back to the buyer.';
  }
}
