import { lazy } from 'react';
import { OnDemand } from '../../kit/ui/on-demand.tsx';
import type { OrderSheetProps } from './order-sheet.tsx';

const Sheet = lazy(() => import('./order-sheet.tsx'));

/** The side sheet of an order. Its code loads when the first order opens. */
export function OrderSheet(props: OrderSheetProps) {
  return (
    <OnDemand wanted={props.orderId !== null}>
      <Sheet {...props} />
    </OnDemand>
  );
}
