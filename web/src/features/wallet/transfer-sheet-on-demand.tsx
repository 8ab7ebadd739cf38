import { lazy } from 'react';
import { OnDemand } from '../../kit/ui/on-demand.tsx';
import type { TransferSheetProps } from './transfer-sheet.tsx';

const Sheet = lazy(() => import('./transfer-sheet.tsx'));

/** The side sheet of a deposit or withdrawal. Its code loads when the first one opens. */
export function TransferSheet(props: TransferSheetProps) {
  return (
    <OnDemand wanted={props.transferId !== null}>
      <Sheet {...props} />
    </OnDemand>
  );
}
