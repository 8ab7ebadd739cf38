import { lazy } from 'react';
import { OnDemand } from '../../kit/ui/on-demand.tsx';
import type { TradeSheetProps } from './trade-sheet.tsx';

const Sheet = lazy(() => import('./trade-sheet.tsx'));

/** The side sheet of a trade. Its code loads when the first trade opens. */
export function TradeSheet(props: TradeSheetProps) {
  return (
    <OnDemand wanted={props.tradeId !== null}>
      <Sheet {...props} />
    </OnDemand>
  );
}
