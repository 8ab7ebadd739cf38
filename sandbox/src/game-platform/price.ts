import type { Account, Pass } from './rows.ts';

export interface CallerPrice {
  /** The default price, or its regional part where the pass has managed pricing. */
  base: number;
  /** What this caller pays. */
  price: number;
  discounts: { Type: string; AmountInRobux: number; Percent: number; EndTime: string | null }[];
}

/** What a pass costs for one caller (null is a visitor without an account). Whole Robux, rounded down. */
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

/** What the creator of a pass gets of its base price: 70%, fractions dropped. */
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
