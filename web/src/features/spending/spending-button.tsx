import { t } from '@sterling/contract/texts.ts';
import { ChartColumn } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';

const SpendingSheet = lazy(() => import('./spending-sheet.tsx'));

/** Opens the spending report. Its code loads on the first press. */
export function SpendingButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        aria-label={t('Spending report')}
        onClick={() => setIsOpen(true)}
        className="max-sm:px-3"
      >
        <ChartColumn aria-hidden className="size-4" />
        <span className="max-sm:hidden">{t('Spending report')}</span>
      </Button>
      <Overlays>{isOpen && <SpendingSheet onClose={() => setIsOpen(false)} />}</Overlays>
    </>
  );
}
