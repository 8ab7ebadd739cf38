import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { type FormEvent, useState } from 'react';
import { explain } from '../../data/failure.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { NO_PROXY, ProxySelect } from '../proxies/proxy-select.tsx';
import { useChangeProxy } from './use-account.ts';

interface ChangeProxyDialogProps {
  account: RobloxAccount;
  onClose: () => void;
}

/** Assigns another proxy to an account. The server tests the proxy before it saves the change. */
export default function ChangeProxyDialog({ account, onClose }: ChangeProxyDialogProps) {
  const now = account.proxyId ?? NO_PROXY;
  const [chosen, setChosen] = useState(now);
  const change = useChangeProxy(account);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === now) return onClose();
    return change.mutate(chosen === NO_PROXY ? null : chosen, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Change Proxy"
      description={`All of ${account.username}'s Roblox traffic goes through this proxy.`}
      submitLabel="Save Proxy"
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Proxy"
        hint="Changing the IP address may invalidate the cookie."
        error={change.error ? explain(change.error) : undefined}
      >
        {(control) => <ProxySelect {...control} value={chosen} onChange={setChosen} />}
      </Field>
    </FormDialog>
  );
}
