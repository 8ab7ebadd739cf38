import { proxies } from '@sterling/contract/proxies.ts';
import type { FieldErrors } from 'react-hook-form';
import { type FieldProps, useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { useAddProxy } from './use-proxies.ts';

const EMPTY = { host: '', port: '', username: '', password: '' };

/** Adds one proxy with one field for each part of its address. */
export default function AddProxyDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm(proxies.add, {
    defaultValues: EMPTY,
    bodyOf: (draft) => draft,
    missing: MISSING,
  });
  const add = useAddProxy({
    onDone: onClose,
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  return (
    <FormDialog
      title="Add proxy"
      description="Your own HTTP proxy. We test it right away."
      submitLabel="Add proxy"
      isDirty={form.isDirty}
      isPending={add.isPending}
      onSubmit={form.submit((body) => add.mutate(body), sayWhatIsMissing)}
      onClose={onClose}
    >
      <AddressFields host={form.field('host')} port={form.field('port')} />
      <InputField
        {...form.field('username')}
        label="Username"
        hint="Leave blank if not required."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField
        {...form.field('password')}
        label="Password"
        hint="It is encrypted and never shown again."
        type="password"
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

function AddressFields({ host, port }: { host: FieldProps; port: FieldProps }) {
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <InputField
        {...host}
        label="Host"
        placeholder="proxy.example.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField {...port} label="Port" placeholder="8080" inputMode="numeric" autoComplete="off" />
    </div>
  );
}

const MISSING = { host: 'Enter the host of the proxy', port: 'Enter its port' } as const;

function sayWhatIsMissing({ host, port }: FieldErrors<typeof EMPTY>): void {
  if (host?.message !== MISSING.host && port?.message !== MISSING.port) return;
  toast({ title: 'Error', description: 'Please fill in all required fields', variant: 'destructive' });
}
