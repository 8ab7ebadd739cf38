import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { useAddProxy } from './use-proxies.ts';

const EMPTY = { host: '', port: '', username: '', password: '' };

/** Adds one proxy with one field for each part of its address. */
export default function AddProxyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ mode: 'onTouched', defaultValues: EMPTY });
  const { errors, isDirty } = form.formState;
  const add = useAddProxy({
    onDone: onClose,
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  return (
    <FormDialog
      title="Add Proxy"
      description="Your own HTTP proxy. We test it right away."
      submitLabel="Add Proxy"
      isDirty={isDirty}
      isPending={add.isPending}
      onSubmit={form.handleSubmit((draft) => add.mutate(draft), sayWhatIsMissing)}
      onClose={onClose}
    >
      <AddressFields form={form} />
      <InputField
        {...form.register('username')}
        label="Username"
        hint="Leave blank if not required."
        error={errors.username?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField
        {...form.register('password')}
        label="Password"
        hint="It is encrypted and never shown again."
        error={errors.password?.message}
        type="password"
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

function AddressFields({ form }: { form: UseFormReturn<typeof EMPTY> }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <InputField
        {...form.register('host', { validate: (text) => text.trim() !== '' || MISSING.host })}
        label="Host"
        error={errors.host?.message}
        placeholder="proxy.example.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField
        {...form.register('port', { validate: checkPort })}
        label="Port"
        error={errors.port?.message}
        placeholder="8080"
        inputMode="numeric"
        autoComplete="off"
      />
    </div>
  );
}

const MISSING = { host: 'Enter the host of the proxy', port: 'Enter its port' } as const;

function checkPort(text: string): true | string {
  if (text.trim() === '') return MISSING.port;
  const isPort = /^\s*\d{1,5}\s*$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
  return isPort || 'A whole number from 1 to 65535';
}

function sayWhatIsMissing({ host, port }: FieldErrors<typeof EMPTY>): void {
  if (host?.message !== MISSING.host && port?.message !== MISSING.port) return;
  toast({ title: 'Error', description: 'Please fill in all required fields', variant: 'destructive' });
}
