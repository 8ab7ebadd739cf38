import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { Controller } from 'react-hook-form';
import { explain } from '../../data/failure.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { NO_PROXY, ProxySelect } from '../proxies/proxy.tsx';
import { useChangeProxy } from './use-account.ts';

interface ChangeProxyDialogProps {
  account: RobloxAccount;
  onClose: () => void;
}

/** Assigns another proxy to an account. The server tests the proxy before it saves the change. */
export default function ChangeProxyDialog({ account, onClose }: ChangeProxyDialogProps) {
  const change = useChangeProxy(account);
  const form = useContractForm(robloxAccounts.update, {
    defaultValues: { proxyId: account.proxyId ?? NO_PROXY },
    bodyOf: ({ proxyId }) => ({ proxyId: proxyId === NO_PROXY ? null : proxyId }),
  });
  return (
    <FormDialog
      title="Change proxy"
      description={`All of ${account.username}'s Roblox traffic goes through this proxy.`}
      submitLabel="Save proxy"
      isPending={change.isPending}
      onSubmit={form.submit(({ proxyId = null }) =>
        form.isDirty ? change.mutate(proxyId, { onSuccess: onClose }) : onClose(),
      )}
      onClose={onClose}
    >
      <Controller
        name="proxyId"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <Field
            label="Proxy"
            hint="Changing the IP address may invalidate the cookie."
            error={change.error ? explain(change.error) : undefined}
          >
            {(control) => <ProxySelect {...control} value={value} onChange={onChange} />}
          </Field>
        )}
      />
    </FormDialog>
  );
}
