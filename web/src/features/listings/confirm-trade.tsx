import type { Listing } from '@sterling/contract/listings.ts';
import type { Transaction } from '@sterling/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { walletQuery } from '../wallet/balance-query.ts';
import { useBuyListing } from './use-buy-listing.ts';

interface ConfirmTradeProps {
  listing: Listing;
  onClose: () => void;
  onBought: (trade: Transaction) => void;
}

/** Asks for confirmation before the money is reserved. */
export function ConfirmTrade({ listing, onClose, onBought }: ConfirmTradeProps) {
  const { data: wallet } = useQuery(walletQuery('buyer'));
  const buy = useBuyListing((trade) => {
    onClose();
    onBought(trade);
  }, onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Confirm Purchase"
      description="We hold the total and pay the seller when you confirm delivery. If nothing arrives, you're refunded in full."
      confirmLabel="Confirm Purchase"
      pending={buy.isPending}
      onConfirm={() => buy.mutate(listing)}
    >
      <dl className="flex flex-col divide-y divide-line rounded-lg border border-line px-4">
        <Line name="Item">{listing.title}</Line>
        <Line name="Seller">{listing.sellerName}</Line>
        <Line name="Quantity">
          {formatWhole(listing.quantity)} × {formatUsd(listing.pricePerUnit)}
        </Line>
        <Line name="Delivery">{listing.deliveryTime}</Line>
        <Line name="Total">
          <Usd dollars={listing.totalPrice} className="font-semibold text-base" />
        </Line>
        {wallet && (
          <Line name="Your balance">
            <Usd dollars={wallet.balance} />
          </Line>
        )}
      </dl>
    </AlertDialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6">
      <dt className="shrink-0 text-3">{name}</dt>
      <dd className="min-w-0 truncate text-1 tabular-nums">{children}</dd>
    </div>
  );
}
