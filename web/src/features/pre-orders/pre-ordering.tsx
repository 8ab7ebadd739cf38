import { type PreOrder, preOrders } from '@sterling/contract/pre-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { lazy } from 'react';
import { explain } from '../../data/call.ts';
import { ORDER_CHANGES } from '../../data/changes.ts';
import { useOnce } from '../../data/use-once.ts';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast.tsx';
import type { Prefill, PreOrderBody } from './use-draft.ts';

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

/** Places a pre-order, once. */
function usePlacePreOrder(onPlaced: (preOrder: PreOrder) => void) {
  return useOnce(preOrders.place, {
    input: (body: PreOrderBody) => ({ body }),
    changes: ORDER_CHANGES,
    failed: t('Pre-Order Failed'),
    explain: (error) => t('Failed to place pre-order. {error}', { error: explain(error) }),
    onDone: (preOrder) => {
      toast({
        title: t('Pre-Order Placed'),
        description:
          preOrder.status === 'matched'
            ? t('Matched right away. Track it here.')
            : t("You'll be notified when a seller matches your order."),
      });
      onPlaced(preOrder);
    },
  });
}
