import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';

interface CompletePurchaseProps {
  pending: boolean;
  onPress: () => void;
  className?: string;
}

/** Disabled only while the purchase is pending. Both labels overlap, so the width stays the same. */
export function CompletePurchase({ pending, onPress, className }: CompletePurchaseProps) {
  return (
    <Button
      size="lg"
      disabled={pending}
      aria-busy={pending || undefined}
      onClick={onPress}
      className={cn('grid', className)}
    >
      <span className={cn('col-start-1 row-start-1', pending && 'invisible')}>Complete Purchase</span>
      <span className={cn('col-start-1 row-start-1', !pending && 'invisible')}>Processing...</span>
    </Button>
  );
}
