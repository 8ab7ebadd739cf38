import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import { lazy, Suspense } from 'react';
import type { Begun } from './use-draft.ts';
import { usePlacePreOrder } from './use-place.ts';

const PreOrderDialog = lazy(() => import('./pre-order-dialog.tsx'));

interface PreOrderingProps {
  /** Null while the dialog is closed. */
  begun: Begun | null;
  onClose: () => void;
  onPlaced: (preOrder: PreOrder) => void;
}

/**
 * Shows the dialog on demand. The request lives outside the dialog, so that a retry after an unclear answer
 * keeps its key.
 */
export function PreOrdering({ begun, onClose, onPlaced }: PreOrderingProps) {
  const placing = usePlacePreOrder((preOrder) => {
    onClose();
    onPlaced(preOrder);
  });
  return (
    <Suspense>
      {begun && (
        <PreOrderDialog
          begun={begun}
          pending={placing.isPending}
          onPlace={placing.mutate}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
