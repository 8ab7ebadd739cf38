import {
  type Cents,
  cents,
  MIN_ORDER_ROBUX,
  orderTotal,
  type Rate,
  type Robux,
  robux,
} from '@sterling/contract/money.ts';

export interface Sellable {
  readonly rateCents: Rate;
  readonly robux: Robux;
}

export interface Part<Stock> {
  readonly stock: Stock;
  readonly robuxAmount: Robux;
}

/** Limits how long the buyer's cookie is stored, because the parts are bought one after the other. */
const MAX_PARTS = 20;

/**
 * Splits an amount over as few accounts as possible at the cheapest single rate that can fill it, the largest account first.
 * No part is smaller than the minimum order. Null if no rate can fill the amount.
 */
export function planParts<Stock extends Sellable>(
  amount: Robux,
  stock: readonly Stock[],
): readonly Part<Stock>[] | null {
  const rates = [...new Set(stock.map(({ rateCents }) => rateCents))].sort((a, b) => a - b);
  for (const rate of rates) {
    const parts = fill(
      amount,
      stock.filter(({ rateCents }) => rateCents === rate),
    );
    if (parts) return parts;
  }
  return null;
}

function fill<Stock extends Sellable>(amount: Robux, stock: readonly Stock[]): Part<Stock>[] | null {
  const largest = stock
    .filter((one) => one.robux >= MIN_ORDER_ROBUX)
    .sort((a, b) => b.robux - a.robux)
    .slice(0, MAX_PARTS);
  const reached = largest.map((_, index) =>
    largest.slice(0, index + 1).reduce((sum, { robux: more }) => sum + more, 0),
  );
  const count = reached.findIndex((sum) => sum >= amount) + 1;
  if (count === 0 || count * MIN_ORDER_ROBUX > amount) return null;
  let left: number = amount;
  return largest.slice(0, count).map((one, index) => {
    const keptForOthers = (count - index - 1) * MIN_ORDER_ROBUX;
    const robuxAmount = robux(Math.min(one.robux, left - keptForOthers));
    left -= robuxAmount;
    return { stock: one, robuxAmount };
  });
}

/** The price of each part at one rate: the rounded total so far less the price of the parts before it. */
export function pricesOfParts(
  amounts: readonly Robux[],
  rateCents: Rate,
  before: { readonly robux: Robux; readonly cents: Cents },
): Cents[] {
  let total = { ...before };
  return amounts.map((amount) => {
    const robuxSoFar = robux(total.robux + amount);
    const centsSoFar = orderTotal(robuxSoFar, rateCents);
    const price = cents(centsSoFar - total.cents);
    total = { robux: robuxSoFar, cents: centsSoFar };
    return price;
  });
}
