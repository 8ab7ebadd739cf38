import type { Given } from '@sterling/contract/endpoint.ts';
import type { Listing } from '@sterling/contract/listings.ts';
import { type Cents, dollarText, marketplaceFee, parseDecimal } from '@sterling/contract/money.ts';
import { type Transaction, transactions } from '@sterling/contract/transactions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Attempt, attemptFor } from '../../data/attempt.ts';
import { ApiError, call, explain } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { platformStatusQuery } from '../platform/queries.ts';
import { refreshAfterTrade } from '../transactions/use-trade-step.ts';

/** The required request body: one whole listing, and the fee within its price. */
export function purchaseOf(listing: Listing, feePercent: number): Given<typeof transactions.buy, 'body'> {
  const total = (parseDecimal(listing.totalPrice, 2) ?? Number.NaN) as Cents;
  return {
    listingId: listing.id,
    sellerId: listing.sellerId,
    quantity: 1,
    pricePerUnit: listing.pricePerUnit,
    totalAmount: listing.totalPrice,
    platformFee: dollarText(marketplaceFee(total, feePercent)),
  };
}

/**
 * Buys a listing. A retry keeps the idempotency key. Calls `onGone` if the listing is sold or has changed.
 */
export function useBuyListing(onBought: (trade: Transaction) => void, onGone: () => void) {
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  return useMutation({
    mutationFn: async (listing: Listing) => {
      const { marketplaceFeePercent } = await client.ensureQueryData(platformStatusQuery);
      const body = purchaseOf(listing, marketplaceFeePercent);
      attempt.current = attemptFor(attempt.current, body);
      return call(transactions.buy, { body }, { idempotencyKey: attempt.current.key });
    },
    // The purchase must not start later when the connection returns.
    networkMode: 'always',
    onSuccess: (trade) => {
      toast({ title: 'Success', description: 'Purchase initiated successfully' });
      onBought(trade);
    },
    onError: (error) => {
      toast({ title: 'Failed to initiate purchase', description: explain(error), variant: 'destructive' });
      if (error instanceof ApiError && GONE.includes(error.code)) onGone();
      // The fee may have changed.
      void client.invalidateQueries({ queryKey: platformStatusQuery.queryKey });
    },
    onSettled: () => {
      void refreshAfterTrade(client);
    },
  });
}

const GONE = ['already_purchased', 'listing_not_found', 'price_mismatch'];
