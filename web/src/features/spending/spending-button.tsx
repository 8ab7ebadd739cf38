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
      <Button variant="secondary" onClick={() => setIsOpen(true)} className="max-sm:flex-1">
        <ChartColumn aria-hidden className="size-4" />
        {t('Spending report')}
      </Button>
      <Overlays>{isOpen && <SpendingSheet onClose={() => setIsOpen(false)} />}</Overlays>
    </>
  );
}
