import { type Cents, listingTotal, parseDecimal } from '@sterling/contract/money.ts';

/** A form's text → cents of one unit; null when it is no amount above zero. */
export function priceOf(text: string): Cents | null {
  const price = parseDecimal(text.trim(), 2);
  return price !== null && price > 0 ? (price as Cents) : null;
}

/** A form's text → how many units; null when it is no whole number from 1. */
export function quantityOf(text: string): number | null {
  const quantity = parseDecimal(text.trim(), 0);
  return quantity !== null && quantity > 0 ? quantity : null;
}

/** Cents that the whole listing costs; null while a part is missing, and when it is more than a listing may cost. */
export function totalOf(quantityText: string, priceText: string): Cents | null {
  const quantity = quantityOf(quantityText);
  const price = priceOf(priceText);
  return quantity === null || price === null ? null : listingTotal(quantity, price);
}
