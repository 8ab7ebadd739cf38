import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { lazy, type ReactNode, useMemo, useState } from 'react';
import { ACCOUNT_PLACES, NEW_IMPORT } from '../features/roblox-accounts/accounts.ts';
import { AccountsContext, type AccountsPage } from '../features/roblox-accounts/selection.tsx';
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

const AddAccountDialog = lazy(async () => ({
  default: (await import('../features/roblox-accounts/account-dialogs.tsx')).AddAccountDialog,
}));
const ChangeProxyDialog = lazy(async () => ({
  default: (await import('../features/roblox-accounts/account-dialogs.tsx')).ChangeProxyDialog,
}));
const UpdateCookieDialog = lazy(async () => ({
  default: (await import('../features/roblox-accounts/account-dialogs.tsx')).UpdateCookieDialog,
}));

interface AccountDialogsProps extends Pick<AccountsPage, 'askToDelete'> {
  children: ReactNode;
}

/** Holds the dialog state of the accounts page, so that opening a dialog does not render the page again. */
export function AccountDialogs({ askToDelete, children }: AccountDialogsProps) {
  const [adding, setAdding] = useState(false);
  const [cookieOf, setCookieOf] = useState<RobloxAccount | null>(null);
  const [proxyOf, setProxyOf] = useState<RobloxAccount | null>(null);
  const page = useMemo(
    () => ({
      askForAccount: () => setAdding(true),
      askForCookie: setCookieOf,
      askForProxy: setProxyOf,
      askToDelete,
    }),
    [askToDelete],
  );
  return (
    <AccountsContext value={page}>
      {children}
      <Overlays>
        {adding && <AddAccountDialog onClose={() => setAdding(false)} />}
        {cookieOf && <UpdateCookieDialog account={cookieOf} onClose={() => setCookieOf(null)} />}
        {proxyOf && <ChangeProxyDialog account={proxyOf} onClose={() => setProxyOf(null)} />}
      </Overlays>
    </AccountsContext>
  );
}
