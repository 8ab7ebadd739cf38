import { t } from '@sterling/contract/texts.ts';
import { BellRing } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';

const PriceAlertsSheet = lazy(() => import('./price-alerts-sheet.tsx'));

/** Opens the price alerts. Their code loads on the first press. */
export function PriceAlertsButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <BellRing aria-hidden className="size-4" />
        {t('Price alerts')}
      </Button>
      <Overlays>{isOpen && <PriceAlertsSheet onClose={() => setIsOpen(false)} />}</Overlays>
    </>
  );
}
