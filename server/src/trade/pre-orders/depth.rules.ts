import type { Rate } from '@sterling/contract/money.ts';

/** The largest account of a seller at a rate. */
export interface LargestStock {
  readonly rateCents: Rate;
  readonly sellerId: string;
  readonly robux: number;
}

/** Robux that pre-orders got at a rate in the last 24 hours. */
export interface ServedRobux {
  readonly rateCents: Rate;
  readonly robux: number;
}

/** The stock for sale and the recent matches, to compare many pre-orders with. */
export interface Depth {
  /** Whether an account of someone other than the buyer sells this amount at this rate or less. */
  fits(wanted: { readonly robux: number; readonly maxRateCents: number; readonly buyerId: string }): boolean;
  /** Robux that pre-orders got at this rate or less in the last 24 hours. */
  servedUpTo(rateCents: number): number;
}

interface Best {
  readonly sellerId: string;
  readonly robux: number;
}

/** `largest` must have the two sellers with the largest accounts at each rate, because buyers cannot buy from themselves. */
export function depthOf(largest: readonly LargestStock[], served: readonly ServedRobux[]): Depth {
  const bests: (readonly Best[])[] = [];
  const sums: number[] = [];
  for (const { rateCents, ...best } of largest)
    bests[rateCents] = twoBest([...(bests[rateCents] ?? []), best]);
  for (const { rateCents, robux } of served) sums[rateCents] = robux;
  const top = Math.max(0, bests.length, sums.length);
  for (let rate = 1; rate < top; rate += 1) {
    bests[rate] = twoBest([...(bests[rate - 1] ?? []), ...(bests[rate] ?? [])]);
    sums[rate] = (sums[rate - 1] ?? 0) + (sums[rate] ?? 0);
  }
  const upTo = <Value>(values: readonly Value[], rate: number) => values[Math.min(rate, top - 1)];
  return {
    fits: ({ robux, maxRateCents, buyerId }) =>
      (upTo(bests, maxRateCents) ?? []).some((best) => best.sellerId !== buyerId && best.robux >= robux),
    servedUpTo: (rateCents) => upTo(sums, rateCents) ?? 0,
  };
}

/** The largest, and the largest of another seller. */
function twoBest(all: readonly Best[]): readonly Best[] {
  const sorted = all.toSorted((one, other) => other.robux - one.robux);
  const [first] = sorted;
  const second = sorted.find(({ sellerId }) => sellerId !== first?.sellerId);
  return [first, second].filter((best) => best !== undefined);
}
