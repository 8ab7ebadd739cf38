import { lazy } from 'react';
import { Overlays } from '../../kit/ui/overlays.tsx';
import type { TradeSheetProps } from './trade-sheet.tsx';

const Sheet = lazy(() => import('./trade-sheet.tsx'));

/** The side sheet of a trade. Its code loads when the first trade opens. */
export function TradeSheet({ tradeId, ...rest }: Shown) {
  return <Overlays>{tradeId && <Sheet tradeId={tradeId} {...rest} />}</Overlays>;
}

/** Without an id no sheet is open. */
type Shown = Omit<TradeSheetProps, 'tradeId'> & { readonly tradeId: string | null };
