import type { ErrorBody } from '@sterling/contract/errors.ts';
import type { AggregatedRate } from '@sterling/contract/market.ts';
import { type Cents, cents, dollarText, type Rate, type Robux } from '@sterling/contract/money.ts';
import { type BasketOutcome, MAX_BASKET, orders } from '@sterling/contract/orders.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../data/call.ts';
import { ORDER_CHANGES } from '../../data/change-groups.ts';
import { StoredRate, StoredRobux, storedValue } from '../../data/storage.ts';
import { useUnanswered } from '../../data/unanswered-writes.ts';
import { useOnce } from '../../data/use-once.ts';
import { createWatchers } from '../../data/watchers.ts';
import { toast } from '../../kit/ui/toast.ts';
import { explainPurchase, findChosen, isByHand, totalAt } from '../buying/draft.ts';

/** A gamepass that the buyer wants to buy later, together with others. Never holds a cookie. */
const Item = z.object({
  id: z.string(),
  amount: StoredRobux,
  /** Null for the best rate at the time of buying. */
  ratePerThousand: z.nullable(StoredRate),
  url: z.string(),
  passName: z.string(),
});
export type BasketItem = z.output<typeof Item>;

const Kept = z.object({ userId: z.string(), items: z.array(Item).check(z.maxLength(MAX_BASKET)) });
type Basket = z.output<typeof Kept>;
const kept = storedValue<Basket>('basket', Kept, () => sessionStorage);

const NOTHING: readonly BasketItem[] = [];
/** Undefined until it is first read. */
let basket: Basket | null | undefined;
const { watch, tell } = createWatchers();

function itemsOf(userId: string): readonly BasketItem[] {
  if (basket === undefined) basket = kept.read();
  return basket?.userId === userId ? basket.items : NOTHING;
}

function keep(userId: string, items: readonly BasketItem[]): void {
  basket = { userId, items: [...items] };
  kept.keep(basket);
  tell();
}

/** Adds a gamepass to the user's basket. False if the basket is full. */
export function addToBasket(userId: string, item: Omit<BasketItem, 'id'>): boolean {
  const items = itemsOf(userId);
  if (items.length >= MAX_BASKET) return false;
  const id = 1 + Math.max(0, ...items.map((each) => Number(each.id)));
  keep(userId, [...items, { ...item, id: String(id) }]);
  return true;
}

/** Removes items of this user's basket. Unknown ids change nothing. */
export function removeFromBasket(userId: string, ids: readonly string[]): void {
  keep(
    userId,
    itemsOf(userId).filter(({ id }) => !ids.includes(id)),
  );
}

/** The items of the user's basket, in the order in which they were added. */
export const useBasket = (userId: string): readonly BasketItem[] =>
  useSyncExternalStore(watch, () => itemsOf(userId));

/** An item with its present price. */
export interface BasketLine {
  readonly item: BasketItem;
  /** The rate that the order would use. Null if no rate can fill it now. */
  readonly ratePerThousand: Rate | null;
  /** Null if no rate can fill it now. */
  readonly total: Cents | null;
  /** Whether a seller buys it by hand. */
  readonly isByHand: boolean;
}

/**
 * Prices each item at its chosen rate, or at the best rate that can fill it. An item leaves less stock for those after it.
 */
export function linesOf(items: readonly BasketItem[], market: readonly AggregatedRate[]): BasketLine[] {
  let left = market;
  return items.map((item) => {
    const wanted = { amount: item.amount, hasCookie: false };
    const row = findChosen(left, item.ratePerThousand, wanted);
    left = left.map((each) => (each === row ? without(each, item.amount) : each));
    return {
      item,
      ratePerThousand: row?.ratePerThousand ?? null,
      total: totalAt(row, item.amount),
      isByHand: row !== undefined && isByHand(row, wanted),
    };
  });
}

/** A rate after an order. With several accounts it is not known which one fills the order, so others may still have the most. */
function without(row: AggregatedRate, amount: Robux): AggregatedRate {
  const totalRobux = row.totalRobux - amount;
  const largest = row.accountCount === 1 ? totalRobux : Math.min(row.largestOrder, totalRobux);
  return { ...row, totalRobux, largestOrder: largest, instant: Math.min(row.instant, largest) };
}

/** A line that can be bought now. */
export type FillableLine = BasketLine & { readonly ratePerThousand: Rate; readonly total: Cents };

/** Whether present stock fills the line, so that it has a price. */
export const isFillable = (line: BasketLine): line is FillableLine => line.total !== null;

/** The price of the lines, in cents. */
export const sumOf = (lines: readonly FillableLine[]): Cents =>
  lines.reduce((sum, { total }) => sum + total, 0) as Cents;

/** The body of the call that buys these lines. The rate that the buyer sees is the most that they pay. */
export const bodyOf = (lines: readonly FillableLine[]) => ({
  items: lines.map(({ item, ratePerThousand }) => ({
    robuxAmount: item.amount,
    gamepassUrl: item.url,
    ratePerThousand: dollarText(ratePerThousand),
  })),
});

const CONFLICT = 409;

/**
 * Buys lines of the basket, once. What was placed leaves the basket; `problems` says why the rest was not, by item. `unanswered`:
 * lines that may have been bought, which can only be sent again as they were.
 */
export function useBasketPurchase(userId: string) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const unanswered = useUnanswered(orders.placeBasket, userId).at(-1)?.intent as
    | readonly FillableLine[]
    | undefined;
  const purchase = useOnce(orders.placeBasket, {
    input: (lines: readonly FillableLine[]) => ({ body: bodyOf(lines) }),
    // rates move
    identity: (lines) => lines.map(({ item }) => item),
    isForGood: true,
    changes: ORDER_CHANGES,
    failed: t('Nothing was bought'),
    onDone: ({ items }, lines) => {
      const idsOf = (outcome: BasketOutcome['outcome']) =>
        lines.filter((_, index) => items[index]?.outcome === outcome).map(({ item }) => item.id);
      const refused = lines.flatMap(({ item }, index) => {
        const one = items[index];
        return one?.outcome === 'refused' ? [[item.id, whyNot(one)] as const] : [];
      });
      setProblems(new Map(refused));
      const placed = idsOf('placed');
      removeFromBasket(userId, placed);
      report(placed.length, refused.length);
    },
  });
  return { purchase, problems, unanswered };
}

const whyNot = (refused: ErrorBody): string => explainPurchase(new ApiError(CONFLICT, refused), NO_CENTS);
const NO_CENTS = cents(0);

function report(placed: number, refused: number): void {
  if (placed === 0) {
    toast({
      title: t('Nothing was bought'),
      description: t('The basket says why.'),
      variant: 'destructive',
    });
    return;
  }
  toast({
    title: plural(placed, '{placed} order placed', '{placed} orders placed', { placed }),
    description:
      refused === 0
        ? plural(placed, 'Track it under Recent Activity.', 'Track them under Recent Activity.')
        : plural(
            refused,
            '{refused} could not be placed and stays in your basket.',
            '{refused} could not be placed and stay in your basket.',
            { refused },
          ),
  });
}
