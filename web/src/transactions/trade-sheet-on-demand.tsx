import { lazy } from 'react';
import { OnDemand } from '../ui/on-demand.tsx';
import type { TradeSheetProps } from './trade-sheet.tsx';

const Sheet = lazy(() => import('./trade-sheet.tsx'));

/** The trade at the page's side; its code comes with the first one that is opened. */
export function TradeSheet(props: TradeSheetProps) {
  return (
    <OnDemand wanted={props.tradeId !== null}>
      <Sheet {...props} />
    </OnDemand>
  );
}
