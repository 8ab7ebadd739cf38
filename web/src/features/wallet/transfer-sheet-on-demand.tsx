import { lazy } from 'react';
import { Overlays } from '../../kit/ui/overlays.tsx';
import type { TransferSheetProps } from './transfer-sheet.tsx';

const Sheet = lazy(() => import('./transfer-sheet.tsx'));

/** The side sheet of a deposit or withdrawal. Its code loads when the first one opens. */
export function TransferSheet({ transferId, ...rest }: Shown) {
  return <Overlays>{transferId && <Sheet transferId={transferId} {...rest} />}</Overlays>;
}

/** Without an id no sheet is open. */
type Shown = Omit<TransferSheetProps, 'transferId'> & { readonly transferId: string | null };
