import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { lazy, type ReactNode, useMemo, useState } from 'react';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { AccountsContext, type AccountsPage } from './selection.tsx';

const AddAccountDialog = lazy(() => import('./add-account-dialog.tsx'));
const ChangeProxyDialog = lazy(() => import('./change-proxy-dialog.tsx'));
const UpdateCookieDialog = lazy(() => import('./update-cookie-dialog.tsx'));

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
