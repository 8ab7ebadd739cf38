import type { Given } from '@sterling/contract/endpoint.ts';
import type { Listing } from '@sterling/contract/listings.ts';
import { dollarsOf, dollarText, marketplaceFee } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { type Transaction, transactions } from '@sterling/contract/transactions.ts';
import type { User } from '@sterling/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Clock, Star } from 'lucide-react';
import { isRefused } from '../../data/call.ts';
import { TRADE_CHANGES } from '../../data/change-groups.ts';
import { useUnansweredIntent } from '../../data/unanswered-writes.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatTenths, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { Warning } from '../../kit/ui/warning.tsx';
import { MAY_HAVE_GONE_THROUGH } from '../buying/placed-order.ts';
import { KnowTheRisk } from '../buying/purchase.tsx';
import { platformStatusQuery } from '../platform/queries.ts';
import { useUser } from '../sessions/session.tsx';
import { ListingPicture } from '../transactions/listing-picture.tsx';
import { fundingPath, useFunds } from '../wallet/balance.ts';
import { ShortBalance } from '../wallet/notices.tsx';
import { itemTypeName } from './listings.ts';

/** One listing with item, seller, delivery time and price. */
export function ListingCard({ listing, onPurchase }: { listing: Listing; onPurchase: () => void }) {
  const { title, description, itemType, quantity, pricePerUnit, totalPrice, deliveryTime } = listing;
  const canBuy = mayBuy(useUser());
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-surface-1 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-24 flex-1 flex-col gap-1">
          <h2 className="wrap-anywhere line-clamp-2 font-semibold text-1 text-base">{title}</h2>
          <Seller listing={listing} />
        </div>
        <Badge icon={<span />} className="shrink-0 gap-0">
          {itemTypeName(itemType)}
        </Badge>
      </div>
      <ListingPicture listing={listing} small className="h-40" />
      {description && <p className="wrap-anywhere line-clamp-3 whitespace-pre-line text-2">{description}</p>}
      <p className="flex items-center gap-1.5 text-3 text-xs">
        <Clock aria-hidden className="size-3.5 shrink-0" />
        <span className="wrap-anywhere line-clamp-1">{t('Delivery: {deliveryTime}', { deliveryTime })}</span>
      </p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3">
        <p className="flex min-h-10 min-w-0 flex-col justify-center">
          <Usd cents={totalPrice} className="font-semibold text-1 text-xl tracking-tight" />
          {quantity > 1 && (
            <span className="text-3 text-xs tabular-nums">
              {formatWhole(quantity)} × {formatUsd(pricePerUnit)}
            </span>
          )}
        </p>
        <Button
          variant={canBuy ? 'primary' : 'secondary'}
          onClick={onPurchase}
          aria-label={t('Purchase Now: {title}', { title })}
        >
          {t('Purchase Now')}
        </Button>
      </div>
    </li>
  );
}

function Seller({ listing: { sellerName, sellerRating } }: { listing: Listing }) {
  return (
    <p className="flex items-center gap-1.5 text-3 text-xs">
      <span className="truncate">{sellerName}</span>
      {sellerRating !== null && (
        <span className="inline-flex shrink-0 items-center gap-1 tabular-nums">
          <Star aria-hidden className="size-3.5 fill-current text-warn" />
          {formatTenths(sellerRating)}
          <span className="sr-only">{t('of 5 stars')}</span>
        </span>
      )}
    </p>
  );
}

interface ConfirmTradeProps {
  listing: Listing;
  onClose: () => void;
  onBought: (trade: Transaction) => void;
}

/** Asks for confirmation before the money is reserved. */
export function ConfirmTrade({ listing, onClose, onBought }: ConfirmTradeProps) {
  const { wallet, shortCents, depositCents } = useFunds(listing.totalPrice);
  const buy = useBuyListing((trade) => {
    onClose();
    onBought(trade);
  }, onClose);
  const isSame = ({ id }: Listing) => id === listing.id;
  const isUnanswered = useUnansweredIntent(transactions.buy, useUser().id, isSame).shown !== undefined;
  // the hold of a purchase that has or had no answer makes the balance short
  const isShort = shortCents > 0 && !buy.isPending && !isUnanswered;
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Confirm Purchase')}
      description={isUnanswered ? MAY_HAVE_GONE_THROUGH : HOW_IT_IS_PAID}
      first={
        isShort
          ? {
              label: t('Deposit {amount}', { amount: formatUsd(depositCents) }),
              href: fundingPath(listing.totalPrice, 'marketplace', listing.title),
            }
          : undefined
      }
      confirmLabel={t('Confirm Purchase')}
      pending={buy.isPending}
      onConfirm={() => buy.mutate(listing)}
    >
      <dl className="flex flex-col divide-y divide-line rounded-lg border border-line px-4 *:min-h-10">
        <Detail name={t('Item')}>{listing.title}</Detail>
        <Detail name={t('Seller')}>{listing.sellerName}</Detail>
        <Detail name={t('Quantity')}>
          {formatWhole(listing.quantity)} × {formatUsd(listing.pricePerUnit)}
        </Detail>
        <Detail name={t('Delivery')}>{listing.deliveryTime}</Detail>
        <Detail name={t('Total')}>
          <Usd cents={listing.totalPrice} className="font-semibold text-base" />
        </Detail>
        {wallet && (
          <Detail name={t('Your balance')}>
            <Usd cents={wallet.balance} />
          </Detail>
        )}
      </dl>
      {wallet && isShort && (
        <Warning>
          <ShortBalance shortCents={shortCents} minimum={wallet.minimumDeposit} />
        </Warning>
      )}
      <ListingPicture listing={listing} className="max-h-64" />
      {listing.description && (
        <p className="wrap-anywhere whitespace-pre-line text-2">{listing.description}</p>
      )}
      {listing.itemType === 'robux' && <KnowTheRisk />}
    </AlertDialog>
  );
}

const HOW_IT_IS_PAID = t(
  "We hold the total and pay the seller when you confirm delivery. If nothing arrives, you're refunded in full.",
);

/** The requirements ask for this body (S3.03): one whole listing, and the fee within its price. */
export function purchaseOf(
  { id, sellerId, pricePerUnit, totalPrice, termsHash }: Listing,
  feePercent: number,
): Given<typeof transactions.buy, 'body'> {
  return {
    listingId: id,
    sellerId,
    quantity: 1,
    pricePerUnit: dollarsOf(pricePerUnit),
    totalAmount: dollarsOf(totalPrice),
    platformFee: dollarText(marketplaceFee(totalPrice, feePercent)),
    termsHash,
  };
}

/** Buys a listing, once. Calls `onGone` if the listing is sold or has changed. */
function useBuyListing(onBought: (trade: Transaction) => void, onGone: () => void) {
  const client = useQueryClient();
  return useOnce(transactions.buy, {
    input: async (listing: Listing) => {
      const { marketplaceFeePercent } = await client.ensureQueryData(platformStatusQuery);
      return { body: purchaseOf(listing, marketplaceFeePercent) };
    },
    identity: ({ id }) => id,
    // the status has the marketplace fee, which may have changed
    changes: [...TRADE_CHANGES, 'platform'],
    failed: t('Failed to initiate purchase'),
    onDone: (trade) => {
      toast({ title: t('Success'), description: t('Purchase initiated successfully') });
      onBought(trade);
    },
    onFailed: (error) => {
      if (isRefused(error, 'already_purchased', 'listing_sold', 'listing_not_found', 'price_mismatch'))
        onGone();
    },
  });
}

const mayBuy = ({ role, isOwner }: User): boolean => role === 'buyer' || isOwner;

/** Whether the user may buy here. A toast tells other users how to get access. */
export function useMayBuy(): () => boolean {
  const user = useUser();
  return () => {
    if (mayBuy(user)) return true;
    toast({
      title: t('Only buyers can purchase'),
      description: t('Switch to your buyer account in the menu under your name.'),
      variant: 'warning',
    });
    return false;
  };
}
