import { navigate } from 'wouter/use-browser-location';
import { formatCents } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { fundingPath } from '../wallet/order-funding.ts';
import { type Draft, totalAt } from './draft.ts';
import { useFunds } from './use-purchase.ts';

interface CompletePurchaseProps {
  draft: Draft;
  pending: boolean;
  onPress: () => void;
  className?: string;
}

const SAME_PLACE = 'col-start-1 row-start-1';

/**
 * Disabled only while the purchase is pending. If the balance is short, it leads to a deposit instead. All labels
 * overlap, so the width stays the same.
 */
export function CompletePurchase({ draft, pending, onPress, className }: CompletePurchaseProps) {
  const total = totalAt(draft.chosen, draft.amount);
  const { shortCents } = useFunds(total);
  const isShort = total !== null && shortCents > 0 && !pending;
  return (
    <Button
      size="lg"
      disabled={pending}
      aria-busy={pending || undefined}
      onClick={isShort ? () => navigate(fundingPath(total)) : onPress}
      className={cn('grid', className)}
    >
      <span className={cn(SAME_PLACE, (pending || isShort) && 'invisible')}>Complete Purchase</span>
      <span className={cn(SAME_PLACE, !pending && 'invisible')}>Processing...</span>
      {isShort && <span className={SAME_PLACE}>Deposit {formatCents(shortCents)}</span>}
    </Button>
  );
}
