import { lazy } from 'react';
import { OnDemand } from '../ui/on-demand.tsx';
import type { OrderSheetProps } from './order-sheet.tsx';

const Sheet = lazy(() => import('./order-sheet.tsx'));

/** The order at the page's side; its code comes with the first one that is opened. */
export function OrderSheet(props: OrderSheetProps) {
  return (
    <OnDemand wanted={props.orderId !== null}>
      <Sheet {...props} />
    </OnDemand>
  );
}
