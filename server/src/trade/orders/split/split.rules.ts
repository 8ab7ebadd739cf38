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
 * Splits an amount over as few accounts as possible at the cheapest single rate that can fill it. Among those, accounts that
 * come first in `stock` are preferred, as for whole orders. The largest part is bought first, and none is smaller than the
 * minimum order. Null if no rate can fill the amount.
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
  const usable = stock.filter((one) => one.robux >= MIN_ORDER_ROBUX);
  const count = fewest(amount, usable);
  if (count === null || count * MIN_ORDER_ROBUX > amount) return null;
  let left: number = amount;
  return chooseInTurn(amount, usable, count)
    .sort((a, b) => b.robux - a.robux)
    .map((one, index) => {
      const keptForOthers = (count - index - 1) * MIN_ORDER_ROBUX;
      const robuxAmount = robux(Math.min(one.robux, left - keptForOthers));
      left -= robuxAmount;
      return { stock: one, robuxAmount };
    });
}

/** How many of the largest accounts fill the amount. Null if all together do not. */
function fewest(amount: Robux, stock: readonly Sellable[]): number | null {
  const largest = bySize(stock).slice(0, MAX_PARTS);
  for (let count = 1; count <= largest.length; count += 1)
    if (sumOf(largest.slice(0, count)) >= amount) return count;
  return null;
}

/** Takes each account in turn with which the largest of the accounts after it can still fill the amount. */
function chooseInTurn<Stock extends Sellable>(
  amount: Robux,
  stock: readonly Stock[],
  count: number,
): Stock[] {
  const chosen: Stock[] = [];
  for (const [index, one] of stock.entries()) {
    if (chosen.length === count) break;
    const others = bySize(stock.slice(index + 1)).slice(0, count - chosen.length - 1);
    if (sumOf([...chosen, one, ...others]) >= amount) chosen.push(one);
  }
  return chosen;
}

const bySize = <Stock extends Sellable>(stock: readonly Stock[]): Stock[] =>
  stock.toSorted((a, b) => b.robux - a.robux);

const sumOf = (stock: readonly Sellable[]): number => stock.reduce((sum, one) => sum + one.robux, 0);

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
