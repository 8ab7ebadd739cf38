import { t } from '@sterling/contract/texts.ts';
import { MAX_PICTURES, transactionPictures } from '@sterling/contract/transaction-pictures.ts';
import { type Picture, type Transaction, transactions } from '@sterling/contract/transactions.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, hrefOf } from '../../data/call.ts';
import { base64Of, findFileProblem } from '../../data/files.ts';
import { everyMs, WHILE_LIVE_MS } from '../../data/live/follow-events.ts';
import { useOnce } from '../../data/use-once.ts';
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
  return trade.stage === 'pending' && now >= trade.deliverBy.getTime() ? ['cancel'] : [];
}

/** One sentence for the viewer on the next step or the final result. */
export function nextStep(trade: Transaction, party: Party): string {
  const { stage, confirmAt, deliverBy } = trade;
  const isBuyer = party === 'buyer';
  switch (stage) {
    case 'pending':
      return beforeDelivery(party, formatTime(deliverBy));
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

/** A trade with its evidence. */
export interface PictureTrade {
  readonly id: string;
  readonly endedAt: Date | null;
  readonly pictures: readonly Picture[];
}

export interface NamedPicture extends Picture {
  /** Added by the viewer. */
  readonly isOwn: boolean;
  /** Such as 'Seller 2', or 'You 1'. */
  readonly name: string;
}

const NAMES = {
  own: (number: number) => t('You {number}', { number }),
  buyer: (number: number) => t('Buyer {number}', { number }),
  seller: (number: number) => t('Seller {number}', { number }),
};

/** Names the pictures by their side, each side counted from 1. */
export function namedPictures(pictures: readonly Picture[], viewer: Party): NamedPicture[] {
  const counts = { buyer: 0, seller: 0 };
  return pictures.map((picture) => {
    counts[picture.by] += 1;
    const isOwn = picture.by === viewer;
    return { ...picture, isOwn, name: NAMES[isOwn ? 'own' : picture.by](counts[picture.by]) };
  });
}

export const pictureAddress = (tradeId: string, pictureId: string, { small = false } = {}): string =>
  hrefOf(transactionPictures.read, {
    params: { id: tradeId, pictureId },
    query: { small: small ? '1' : undefined },
  });

/** What is wrong with the chosen files before they are sent; null if nothing is. `free`: pictures that fit. */
export function problemOf(
  files: readonly Pick<File, 'name' | 'size' | 'type'>[],
  free: number,
): string | null {
  const problem = files.map(findFileProblem).find((found) => found !== null);
  if (problem) return problem;
  if (files.length > free)
    return t('You can add {maxPictures} pictures, so {free} more.', { maxPictures: MAX_PICTURES, free });
  return null;
}

const CHANGES = ['transactions', 'reviews'] as const;

/** Adds a picture to a trade, once. */
export function useAddPicture(tradeId: string) {
  const client = useQueryClient();
  return useOnce(transactionPictures.add, {
    input: async (file: File) => ({ params: { id: tradeId }, body: { picture: await base64Of(file) } }),
    identity: ({ name, size, lastModified }) => [name, size, lastModified],
    changes: CHANGES,
    failed: t('Picture not added'),
    onDone: (trade) => client.setQueryData(tradeQuery(tradeId).queryKey, trade),
  });
}

/** Removes an own picture from a trade. */
export function useRemovePicture(tradeId: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pictureId: string) =>
      call(transactionPictures.remove, { params: { id: tradeId, pictureId } }),
    meta: { changes: CHANGES, failed: t('Picture not removed') },
    onSuccess: (trade) => {
      client.setQueryData(tradeQuery(tradeId).queryKey, trade);
      onDone();
    },
  });
}

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
