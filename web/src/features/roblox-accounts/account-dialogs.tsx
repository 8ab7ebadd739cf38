import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { explain } from '../../data/call.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
import { NO_PROXY } from '../proxies/proxies.tsx';
import { AccountFields, ProxyField, useAccountForm } from './account-form.tsx';
import { CookieField, CookieGuide } from './cookie-field.tsx';
import type { Named } from './selection.tsx';
import { useChangeProxy, useUpdateCookie } from './use-account.ts';

/** Adds a Roblox account with its cookie and rate. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const { form, ...sending } = useAccountForm('choose', onClose);
  return (
    <FormDialog
      title={t('Add account')}
      description={t('It goes on sale immediately at your rate.')}
      submitLabel={t('Add account')}
      isDirty={form.isDirty}
      {...sending}
      onClose={onClose}
    >
      <AccountFields form={form} proxy="choose" />
    </FormDialog>
  );
}

interface ChangeProxyDialogProps {
  account: RobloxAccount;
  onClose: () => void;
}

/** Assigns another proxy to an account. The server tests the proxy before it saves the change. */
export function ChangeProxyDialog({ account, onClose }: ChangeProxyDialogProps) {
  const change = useChangeProxy(account);
  const form = useContractForm(robloxAccounts.update, {
    defaultValues: { proxyId: account.proxyId ?? NO_PROXY },
    bodyOf: ({ proxyId }) => ({ proxyId: proxyId === NO_PROXY ? null : proxyId }),
  });
  return (
    <FormDialog
      title={t('Change proxy')}
      description={t("All of {username}'s Roblox traffic goes through this proxy.", {
        username: account.username,
      })}
      submitLabel={t('Save proxy')}
      isPending={change.isPending}
      onSubmit={form.submit(({ proxyId = null }) =>
        form.isDirty ? change.mutate(proxyId, { onSuccess: onClose }) : onClose(),
      )}
      onClose={onClose}
    >
      <ProxyField
        control={form.control}
        name="proxyId"
        hint={t('Changing the IP address may invalidate the cookie.')}
        error={change.error ? explain(change.error) : undefined}
      />
    </FormDialog>
  );
}

interface UpdateCookieDialogProps {
  account: RobloxAccount;
  onClose: () => void;
}

/** Replaces the cookie of an account. The server tests the new cookie before it saves it. */
export function UpdateCookieDialog({ account, onClose }: UpdateCookieDialogProps) {
  const update = useUpdateCookie(account);
  const form = useContractForm(robloxAccounts.updateCookie, {
    defaultValues: { cookie: '' },
    bodyOf: (draft) => draft,
    missing: { cookie: t('Enter the new cookie') },
  });
  return (
    <FormDialog
      title={t('Update Cookie')}
      description={t('Paste a new cookie for {username}. We test it before saving.', {
        username: account.username,
      })}
      submitLabel={t('Update Cookie')}
      isDirty={form.isDirty}
      isPending={update.isPending}
      onSubmit={form.submit(({ cookie }) =>
        update.mutate(cookie, {
          onSuccess: onClose,
          onError: (error) => form.setError('cookie', { message: explain(error) }),
        }),
      )}
      onClose={onClose}
    >
      {account.statusReason && <Warning>{account.statusReason}</Warning>}
      <CookieField
        {...form.field('cookie')}
        label={t('New Roblox cookie')}
        hint={t('It is encrypted and never shown again.')}
      />
      <CookieGuide use="selling" />
    </FormDialog>
  );
}

interface DeleteDialogProps {
  accounts: readonly Named[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before accounts and their cookies are deleted. */
export function DeleteDialog({ accounts, onClose, onConfirm }: DeleteDialogProps) {
  const [first] = accounts;
  const isOne = accounts.length === 1;
  return (
    <AlertDialog
      onClose={onClose}
      title={
        isOne
          ? t('Delete {username}?', { username: first?.username })
          : t('Delete {count} accounts?', { count: accounts.length })
      }
      description={
        isOne
          ? t(
              "It's removed from sale and its cookie is erased. The Roblox account and its Robux aren't affected.",
            )
          : t(
              "They're removed from sale and their cookies are erased. The Roblox accounts and their Robux aren't affected.",
            )
      }
      confirmLabel={t('Delete')}
      danger
      onConfirm={onConfirm}
    />
  );
}
