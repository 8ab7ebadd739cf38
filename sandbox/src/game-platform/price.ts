import type { Account, Pass } from './rows.ts';

export interface CallerPrice {
  /** The default price, or the caller's regional price if the gamepass has managed pricing. */
  base: number;
  /** What this caller pays. */
  price: number;
  discounts: { Type: string; AmountInRobux: number; Percent: number; EndTime: string | null }[];
}

/** The price of a gamepass for one caller, in whole Robux, rounded down. Null is a visitor without an account. */
export function priceFor(pass: Pass, caller: Account | null, now: number): CallerPrice {
  const base = pass.managedPricing
    ? Math.floor((pass.price * (caller?.regionFactorPercent ?? 100)) / 100)
    : pass.price;
  const discounts = pass.discounts
    .filter(({ endTime }) => !endTime || Date.parse(endTime) > now)
    .map(({ type, percent, amountInRobux, endTime }) => ({
      Type: type,
      AmountInRobux: amountInRobux ?? partOf(base, percent),
      Percent: percent,
      EndTime: endTime ?? null,
    }));
  if (caller && caller.plusPercent > 0) discounts.unshift(plusDiscount(base, caller.plusPercent));
  const off = discounts.reduce((sum, { AmountInRobux }) => sum + AmountInRobux, 0);
  return { base, price: Math.max(0, base - off), discounts };
}

/** The creator's 70% of the base price, rounded down. */
export function creatorShare(base: number): number {
  return Math.floor((base * 7) / 10);
}

function plusDiscount(base: number, percent: number) {
  return {
    Type: 'RobloxPlusSubscription',
    AmountInRobux: partOf(base, percent),
    Percent: percent,
    EndTime: null,
  };
}

function partOf(base: number, percent: number): number {
  return Math.floor((base * percent) / 100);
}
