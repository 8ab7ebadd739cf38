import { lazy } from 'react';
import { Overlays } from '../../kit/ui/overlays.tsx';
import type { OrderSheetProps } from './order-sheet.tsx';

const Sheet = lazy(() => import('./order-sheet.tsx'));

/** The side sheet of an order. Its code loads when the first order opens. */
export function OrderSheet({ orderId, ...rest }: Shown) {
  return <Overlays>{orderId && <Sheet orderId={orderId} {...rest} />}</Overlays>;
}

/** Without an id no sheet is open. */
type Shown = Omit<OrderSheetProps, 'orderId'> & { readonly orderId: string | null };
