import { MAX_BASKET } from '@sterling/contract/orders.ts';
import { ShoppingBasket } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { type Draft, isMispriced, mismatchText } from '../buying/draft.ts';
import { useUser } from '../session/session.ts';
import { addToBasket, useBasket } from './basket.ts';

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
      problemOf(draft) ?? (put() ? null : `A basket holds ${MAX_BASKET} gamepasses. Buy these first.`);
    if (problem) toast({ title: 'Not added', description: problem, variant: 'destructive' });
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
    toast({ title: 'Added to your basket' });
    return true;
  };
  return (
    <div className="flex gap-2">
      <Button variant="secondary" onClick={add} className="flex-1">
        <ShoppingBasket aria-hidden className="size-4" />
        Add to basket
      </Button>
      {count > 0 && (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Open basket ({count})
        </Button>
      )}
      <Overlays>{isOpen && <BasketSheet onClose={() => setIsOpen(false)} />}</Overlays>
    </div>
  );
}

/** A basket keeps no cookie, so the gamepass must have its price already, and one account must fill the order. */
const problemOf = (draft: Draft): string | null =>
  draft.pass && isMispriced({ ...draft, hasCookie: false })
    ? `${mismatchText(draft.pass, draft.amount)} A basket keeps no cookie.`
    : null;
