import { MAX_BASKET } from '@sterling/contract/orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { ShoppingBasket } from 'lucide-react';
import { lazy, useRef } from 'react';
import { useUrlSheet } from '../../kit/navigation/open-above.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { isSecondClick } from '../../kit/ui/overlay.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { dismissToast, toast } from '../../kit/ui/toast.ts';
import { type Draft, isMispriced, mismatchText } from '../buying/draft.ts';
import { useUser } from '../sessions/session.tsx';
import { addToBasket, type BasketItem, useBasket } from './basket.ts';

const BasketSheet = lazy(() => import('./basket-sheet.tsx'));

const TWICE = t(
  'It was in your basket already. Another account has to buy it a second time, if there is one.',
);

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
  const items = useBasket(userId);
  const basket = useUrlSheet('basket');
  const addedToast = useRef(0);
  const open = () => {
    // it would cover the first item
    dismissToast(addedToast.current);
    basket.open();
  };
  const add = () => {
    if (!isComplete()) return;
    const wrongPrice = wrongPriceOf(draft);
    const isAdded = !wrongPrice && addToBasket(userId, itemOf(draft, url, isBestRate));
    if (!isAdded) {
      const isFull = t('A basket holds {maxBasket} gamepasses. Buy these first.', { maxBasket: MAX_BASKET });
      toast({ title: t('Not added'), description: wrongPrice ?? isFull, variant: 'destructive' });
      return;
    }
    onAdded();
    const isThere = items.some((item) => item.url === url);
    addedToast.current = toast({
      title: t('Added to your basket'),
      ...(isThere && { description: TWICE, variant: 'warning' }),
    });
  };
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      <Button variant="secondary" onClick={(event) => !isSecondClick(event) && add()}>
        <ShoppingBasket aria-hidden className="size-4" />
        {t('Add to basket')}
      </Button>
      {items.length > 0 && (
        <Button variant="secondary" onClick={open}>
          {t('Open basket ({count})', { count: items.length })}
        </Button>
      )}
      <Overlays>{basket.isOpen && <BasketSheet onClose={basket.close} />}</Overlays>
    </div>
  );
}

/** Says so if the gamepass does not have its price yet. A basket keeps no cookie, so nothing will set the price. */
const wrongPriceOf = (draft: Draft): string | null =>
  draft.pass && isMispriced({ ...draft, hasCookie: false })
    ? t('{mismatch} The basket does not keep your cookie, so set the price yourself.', {
        mismatch: mismatchText(draft.pass, draft.amount),
      })
    : null;

const itemOf = (
  { pass, amount, chosen }: Draft,
  url: string,
  isBestRate: boolean,
): Omit<BasketItem, 'id'> => ({
  amount,
  ratePerThousand: isBestRate ? null : (chosen?.ratePerThousand ?? null),
  url,
  passName: pass?.name ?? '',
});
