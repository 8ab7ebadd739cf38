import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { explain } from '../../data/failure.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { CookieField, CookieGuide } from './cookie-field.tsx';
import { useUpdateCookie } from './use-account.ts';

interface UpdateCookieDialogProps {
  account: RobloxAccount;
  onClose: () => void;
}

/** Replaces the cookie of an account. The server tests the new cookie before it saves it. */
export default function UpdateCookieDialog({ account, onClose }: UpdateCookieDialogProps) {
  const update = useUpdateCookie(account);
  const form = useContractForm(robloxAccounts.updateCookie, {
    defaultValues: { cookie: '' },
    bodyOf: (draft) => draft,
    missing: { cookie: 'Enter the new cookie' },
  });
  return (
    <FormDialog
      title="Update Cookie"
      description={`Enter a fresh cookie of ${account.username}. We test it before saving.`}
      submitLabel="Update Cookie"
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
      {account.statusReason && <p className="rounded-lg bg-warn/12 p-3 text-warn">{account.statusReason}</p>}
      <CookieField
        {...form.field('cookie')}
        label="New Roblox cookie"
        hint="It is encrypted and never shown again."
      />
      <CookieGuide use="selling" />
    </FormDialog>
  );
}
