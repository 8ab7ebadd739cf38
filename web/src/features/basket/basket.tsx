import { type Cents, dollarText, type Rate, type Robux } from '@sterling/contract/money.ts';
import { MAX_BASKET } from '@sterling/contract/orders.ts';
import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { t } from '@sterling/contract/texts.ts';
import { ShoppingBasket } from 'lucide-react';
import { lazy, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { StoredRate, StoredRobux, storedValue } from '../../data/storage.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast.tsx';
import { type Draft, findChosen, isMispriced, mismatchText, totalAt } from '../buying/draft.ts';
import { useUser } from '../session/session.tsx';

const BasketSheet = lazy(() => import('./basket-sheet.tsx'));

interface BasketButtonsProps {
  draft: Draft;
  url: string;
  isBestRate: boolean;
  /** Whether the draft is complete. Otherwise says what is missing. */
  isComplete: () => boolean;
  onAdded: () => void;
}

/** Puts the prepared order into the basket, and opens the basket. */
export function BasketButtons({ draft, url, isBestRate, isComplete, onAdded }: BasketButtonsProps) {
  const userId = useUser().id;
  const count = useBasket(userId).length;
  const [isOpen, setIsOpen] = useState(false);
  const add = () => {
    if (!isComplete()) return;
    const problem =
      problemOf(draft) ??
      (put()
        ? null
        : t('A basket holds {maxBasket} gamepasses. Buy these first.', { maxBasket: MAX_BASKET }));
    if (problem) toast({ title: t('Not added'), description: problem, variant: 'destructive' });
  };
  const put = () => {
    const { pass, amount, chosen } = draft;
    const ratePerThousand = isBestRate ? null : (chosen?.ratePerThousand ?? null);
    const isAdded = addToBasket(userId, {
      amount,
      ratePerThousand,
      url,
      passName: pass?.name ?? '',
    });
    if (!isAdded) return false;
    onAdded();
    toast({ title: t('Added to your basket') });
    return true;
  };
  return (
    <div className="flex gap-2">
      <Button variant="secondary" onClick={add} className="flex-1">
        <ShoppingBasket aria-hidden className="size-4" />
        {t('Add to basket')}
      </Button>
      {count > 0 && (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {t('Open basket ({count})', { count })}
        </Button>
      )}
      <Overlays>{isOpen && <BasketSheet onClose={() => setIsOpen(false)} />}</Overlays>
    </div>
  );
}

/** A basket keeps no cookie, so the gamepass must have its price already, and one account must fill the order. */
const problemOf = (draft: Draft): string | null =>
  draft.pass && isMispriced({ ...draft, hasCookie: false })
    ? t('{mismatch} A basket keeps no cookie.', { mismatch: mismatchText(draft.pass, draft.amount) })
    : null;

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
const watchers = new Set<() => void>();

function itemsOf(userId: string): readonly BasketItem[] {
  if (basket === undefined) basket = kept.read();
  return basket?.userId === userId ? basket.items : NOTHING;
}

function keep(userId: string, items: readonly BasketItem[]): void {
  basket = { userId, items: [...items] };
  kept.keep(basket);
  for (const watcher of watchers) watcher();
}

/** Adds a gamepass to the user's basket. False if the basket is full. */
function addToBasket(userId: string, item: Omit<BasketItem, 'id'>): boolean {
  const items = itemsOf(userId);
  if (items.length >= MAX_BASKET) return false;
  const id = 1 + Math.max(0, ...items.map((each) => Number(each.id)));
  keep(userId, [...items, { ...item, id: String(id) }]);
  return true;
}

export function removeFromBasket(userId: string, ids: readonly string[]): void {
  keep(
    userId,
    itemsOf(userId).filter(({ id }) => !ids.includes(id)),
  );
}

/** The items of the user's basket, in the order in which they were added. */
export const useBasket = (userId: string): readonly BasketItem[] =>
  useSyncExternalStore(watch, () => itemsOf(userId));

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** An item with its present price. */
export interface Line {
  readonly item: BasketItem;
  /** The rate that the order would use. Null if no rate can fill it now. */
  readonly ratePerThousand: Rate | null;
  /** Null if no rate can fill it now. */
  readonly total: Cents | null;
}

/**
 * Prices each item at its chosen rate, or at the best rate that can fill it. An item leaves less stock for those after it.
 */
export function linesOf(items: readonly BasketItem[], market: readonly AggregatedRate[]): Line[] {
  let left = market;
  return items.map((item) => {
    const row = findChosen(left, item.ratePerThousand, { amount: item.amount, hasCookie: false });
    left = left.map((each) => (each === row ? without(each, item.amount) : each));
    return { item, ratePerThousand: row?.ratePerThousand ?? null, total: totalAt(row, item.amount) };
  });
}

/** A rate after an order. With several accounts it is not known which one fills the order, so others may still have the most. */
function without(row: AggregatedRate, amount: Robux): AggregatedRate {
  const totalRobux = row.totalRobux - amount;
  const largest = row.accountCount === 1 ? totalRobux : Math.min(row.largestOrder, totalRobux);
  return { ...row, totalRobux, largestOrder: largest };
}

/** A line that can be bought now. */
export type FillableLine = Line & { readonly ratePerThousand: Rate; readonly total: Cents };

export const isFillable = (line: Line): line is FillableLine => line.total !== null;

export const sumOf = (lines: readonly FillableLine[]): Cents =>
  lines.reduce((sum, { total }) => sum + total, 0) as Cents;

/** The body of the call that buys these lines. The rate that the buyer sees is the most that they pay. */
export const bodyOf = (lines: readonly FillableLine[]) => ({
  items: lines.map(({ item, ratePerThousand }) => ({
    robuxAmount: item.amount as Robux,
    gamepassUrl: item.url,
    ratePerThousand: dollarText(ratePerThousand),
  })),
});
