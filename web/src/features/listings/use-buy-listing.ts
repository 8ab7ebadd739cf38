import type { Given } from '@sterling/contract/endpoint.ts';
import type { Listing } from '@sterling/contract/listings.ts';
import { dollarText, marketplaceFee } from '@sterling/contract/money.ts';
import { type Transaction, transactions } from '@sterling/contract/transactions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { TRADE_CHANGES } from '../../data/changes.ts';
import { isRefused } from '../../data/failure.ts';
import { centsIn } from '../../data/money.ts';
import { useOnce } from '../../data/use-once.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { platformStatusQuery } from '../platform/queries.ts';

/** The required request body: one whole listing, and the fee within its price. */
export function purchaseOf(listing: Listing, feePercent: number): Given<typeof transactions.buy, 'body'> {
  const total = centsIn(listing.totalPrice);
  return {
    listingId: listing.id,
    sellerId: listing.sellerId,
    quantity: 1,
    pricePerUnit: listing.pricePerUnit,
    totalAmount: listing.totalPrice,
    platformFee: dollarText(marketplaceFee(total, feePercent)),
  };
}

/** Buys a listing, once. Calls `onGone` if the listing is sold or has changed. */
export function useBuyListing(onBought: (trade: Transaction) => void, onGone: () => void) {
  const client = useQueryClient();
  return useOnce(transactions.buy, {
    input: async (listing: Listing) => {
      const { marketplaceFeePercent } = await client.ensureQueryData(platformStatusQuery);
      return { body: purchaseOf(listing, marketplaceFeePercent) };
    },
    changes: TRADE_CHANGES,
    failed: 'Failed to initiate purchase',
    onDone: (trade) => {
      toast({ title: 'Success', description: 'Purchase initiated successfully' });
      onBought(trade);
    },
    onFailed: (error) => {
      if (isRefused(error, 'already_purchased', 'listing_sold', 'listing_not_found', 'price_mismatch'))
        onGone();
      // The fee may have changed.
      void client.invalidateQueries({ queryKey: platformStatusQuery.queryKey });
    },
  });
}
