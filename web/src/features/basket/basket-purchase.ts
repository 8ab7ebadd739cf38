import { friendlyMessage } from '@sterling/contract/errors.ts';
import { type BasketOutcome, orders } from '@sterling/contract/orders.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useState } from 'react';
import { ORDER_CHANGES } from '../../data/changes.ts';
import { useOnce } from '../../data/use-once.ts';
import { toast } from '../../kit/ui/toast.tsx';
import { bodyOf, type FillableLine, removeFromBasket } from './basket.tsx';

const CONFLICT = 409;

/** Buys lines of the basket, once. What was placed leaves the basket; `problems` says why the rest was not, by item. */
export function useBasketPurchase(userId: string) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const purchase = useOnce(orders.placeBasket, {
    input: (lines: readonly FillableLine[]) => ({ body: bodyOf(lines) }),
    changes: ORDER_CHANGES,
    failed: t('Nothing was bought'),
    onDone: ({ items }, lines) => {
      const idsOf = (outcome: BasketOutcome['outcome']) =>
        lines.filter((_, index) => items[index]?.outcome === outcome).map(({ item }) => item.id);
      const refused = lines.flatMap(({ item }, index) => {
        const one = items[index];
        return one?.outcome === 'refused' ? [[item.id, problemOf(one)] as const] : [];
      });
      setProblems(new Map(refused));
      const placed = idsOf('placed');
      removeFromBasket(userId, placed);
      report(placed.length, refused.length);
    },
  });
  return { purchase, problems };
}

function problemOf(refused: Extract<BasketOutcome, { outcome: 'refused' }>): string {
  const { code, message, translated } = refused;
  const text = friendlyMessage(CONFLICT, message, code, translated?.message);
  const hint = translated?.hint ?? refused.hint;
  return hint ? `${text}. ${hint}` : text;
}

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
        ? t('Track them under Recent Activity.')
        : plural(
            refused,
            '{refused} could not be placed and stays in your basket.',
            '{refused} could not be placed and stay in your basket.',
            { refused },
          ),
  });
}
