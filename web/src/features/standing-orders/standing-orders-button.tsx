import { t } from '@sterling/contract/texts.ts';
import { CalendarClock } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import type { Prepared } from './standing-order-dialog.tsx';

const StandingOrdersSheet = lazy(() => import('./standing-orders-sheet.tsx'));

/** Opens the standing orders. A new one starts with what the buyer has prepared on the page. */
export function StandingOrdersButton(prepared: Prepared) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <CalendarClock aria-hidden className="size-4" />
        {t('Buy weekly')}
      </Button>
      <Overlays>
        {isOpen && <StandingOrdersSheet prepared={prepared} onClose={() => setIsOpen(false)} />}
      </Overlays>
    </>
  );
}
