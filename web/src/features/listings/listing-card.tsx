import type { Listing } from '@sterling/contract/listings.ts';
import { Clock, Star } from 'lucide-react';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { itemTypeName } from './listing.ts';

/** One listing with item, seller, delivery time and price. */
export function ListingCard({ listing, onPurchase }: { listing: Listing; onPurchase: () => void }) {
  const { title, itemType, quantity, pricePerUnit, totalPrice, deliveryTime } = listing;
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-surface-1 p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="wrap-anywhere line-clamp-2 font-semibold text-1 text-base">{title}</h2>
          <Seller listing={listing} />
        </div>
        <Badge icon={<span />} className="shrink-0 gap-0">
          {itemTypeName(itemType)}
        </Badge>
      </div>
      <p className="flex items-center gap-1.5 text-3 text-xs">
        <Clock aria-hidden className="size-3.5 shrink-0" />
        <span className="wrap-anywhere line-clamp-1">Delivery: {deliveryTime}</span>
      </p>
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3">
        <p className="flex min-h-10 min-w-0 flex-col justify-center">
          <Usd dollars={totalPrice} className="font-semibold text-1 text-xl tracking-tight" />
          {quantity > 1 && (
            <span className="text-3 text-xs tabular-nums">
              {formatWhole(quantity)} × {formatUsd(pricePerUnit)}
            </span>
          )}
        </p>
        <Button onClick={onPurchase} aria-label={`Purchase Now: ${title}`}>
          Purchase Now
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
          {sellerRating.toFixed(1)}
          <span className="sr-only">of 5 stars</span>
        </span>
      )}
    </p>
  );
}
