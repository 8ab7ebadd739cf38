import { t } from '@sterling/contract/texts.ts';
import { ChartColumn } from 'lucide-react';
import { lazy } from 'react';
import { SheetButton } from '../../kit/ui/side-sheet.tsx';

const SpendingSheet = lazy(() => import('./spending-sheet.tsx'));

/** Opens the spending report. */
export const SpendingButton = () => (
  <SheetButton
    name="spending"
    icon={ChartColumn}
    label={t('Spending report')}
    sheet={(close) => <SpendingSheet onClose={close} />}
    className="max-sm:flex-1"
  />
);
