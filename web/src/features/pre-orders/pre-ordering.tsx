import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import { lazy } from 'react';
import { Overlays } from '../../kit/ui/overlays.tsx';
import type { Prefill } from './use-draft.ts';
import { usePlacePreOrder } from './use-place.ts';

const PreOrderDialog = lazy(() => import('./pre-order-dialog.tsx'));

interface PreOrderingProps {
  /** Null while the dialog is closed. */
  prefill: Prefill | null;
  onClose: () => void;
  onPlaced: (preOrder: PreOrder) => void;
}

/**
 * Shows the dialog on demand. The request lives outside the dialog, so that a retry after an unclear answer
 * keeps its key.
 */
export function PreOrdering({ prefill, onClose, onPlaced }: PreOrderingProps) {
  const placing = usePlacePreOrder((preOrder) => {
    onClose();
    onPlaced(preOrder);
  });
  return (
    <Overlays>
      {prefill && (
        <PreOrderDialog
          prefill={prefill}
          pending={placing.isPending}
          onPlace={placing.mutate}
          onClose={onClose}
        />
      )}
    </Overlays>
  );
}
