import { robux } from '@sterling/contract/money.ts';
import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { RotateCw } from 'lucide-react';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';
import { useUser } from '../session/session.ts';
import { replaceDraft } from './kept-draft.ts';
import { amountOrdered } from './recent-passes.ts';

/** Opens the buy page with the amount and the gamepass of a finished order, at today's best rate. */
export function BuyAgain({ order }: { order: RobuxOrder }) {
  const { id } = useUser();
  const buyAgain = () => {
    replaceDraft(id, {
      amount: robux(amountOrdered(order)),
      ratePerThousand: null,
      url: order.gamepassUrl,
    });
    switchSection('buy-robux');
  };
  return (
    <Button variant="secondary" onClick={buyAgain}>
      <RotateCw aria-hidden className="size-4" />
      Buy again
    </Button>
  );
}
