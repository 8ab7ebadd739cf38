import { type Cents, listingTotal, parseDecimal } from '@sterling/contract/money.ts';

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
