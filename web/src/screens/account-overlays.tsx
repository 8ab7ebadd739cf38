import { lazy } from 'react';
import { ACCOUNT_PLACES, NEW_IMPORT } from '../features/roblox-accounts/account-places.ts';
import { useUrlState } from '../kit/navigation/use-url-state.ts';
import { Overlays } from '../kit/ui/overlays.tsx';

const HistorySheet = lazy(() => import('../features/account-history/history-sheet.tsx'));
const StockAlertDialog = lazy(() => import('../features/account-history/stock-alert-dialog.tsx'));
const ImportDialog = lazy(() => import('../features/account-imports/import-dialog.tsx'));
const PriceRulesSheet = lazy(() => import('../features/price-rules/price-rules-sheet.tsx'));

const PLACES = ['history', 'import', 'tool'] as const;

/** What lies above the accounts page and stays after a reload. */
export function AccountOverlays() {
  const [{ history, import: imported, tool }, change] = useUrlState(ACCOUNT_PLACES, PLACES);
  const close = () => change({ history: undefined, import: undefined, tool: undefined }, { replace: true });
  return (
    <Overlays>
      {history && <HistorySheet id={history} onClose={close} />}
      {imported && (
        <ImportDialog
          id={imported === NEW_IMPORT ? null : imported}
          onStarted={(id) => change({ import: id }, { replace: true })}
          onClose={close}
        />
      )}
      {tool === 'stock-alert' && <StockAlertDialog onClose={close} />}
      {tool === 'price-rules' && <PriceRulesSheet onClose={close} />}
    </Overlays>
  );
}
