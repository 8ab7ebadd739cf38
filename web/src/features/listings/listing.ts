import { ItemType, type Listing } from '@sterling/contract/listings.ts';
import { type Cents, listingTotal, parseDecimal } from '@sterling/contract/money.ts';
import type { Tone } from '../../kit/ui/badge.tsx';

const TYPE_NAMES: Readonly<Record<ItemType, string>> = {
  robux: 'Robux',
  premium_items: 'Premium Items',
  limited_items: 'Limited Items',
};

export const itemTypeName = (type: ItemType): string => TYPE_NAMES[type];

export const ITEM_TYPES = ItemType.options.map((value) => ({ value, label: TYPE_NAMES[value] }));

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  pending: 'warn',
  sold: 'accent',
  cancelled: 'bad',
};

/** The colour of a status. Unknown statuses are neutral. */
export const listingTone = (status: Listing['status'] | string): Tone => TONES[status] ?? 'neutral';

const SHOWN_OF_ID = 8;

/** The short form of a seller id in My Listings. */
export const shortId = (id: string): string => id.slice(0, SHOWN_OF_ID);

/** Parses the price of one unit into cents. Null unless it is an amount above zero. */
export function priceOf(text: string): Cents | null {
  const price = parseDecimal(text.trim(), 2);
  return price !== null && price > 0 ? (price as Cents) : null;
}

/** Parses a quantity. Null unless it is a whole number of at least 1. */
export function quantityOf(text: string): number | null {
  const quantity = parseDecimal(text.trim(), 0);
  return quantity !== null && quantity > 0 ? quantity : null;
}

/** Total price in cents. Null if an input is missing or the total exceeds the maximum of a listing. */
export function totalOf(quantityText: string, priceText: string): Cents | null {
  const quantity = quantityOf(quantityText);
  const price = priceOf(priceText);
  return quantity === null || price === null ? null : listingTotal(quantity, price);
}
