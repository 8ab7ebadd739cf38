import { t } from '@sterling/contract/texts.ts';
import { BellRing } from 'lucide-react';
import { lazy } from 'react';
import { SheetButton } from '../../kit/ui/side-sheet.tsx';

const PriceAlertsSheet = lazy(() => import('./price-alerts-sheet.tsx'));

/** Opens the price alerts. */
export const PriceAlertsButton = () => (
  <SheetButton
    name="price-alerts"
    icon={BellRing}
    label={t('Price alerts')}
    sheet={(close) => <PriceAlertsSheet onClose={close} />}
  />
);
