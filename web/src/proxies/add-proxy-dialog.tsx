import { type FieldErrors, useForm } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { toast } from '../ui/toast-store.ts';
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
    <Dialog
      open
      onOpenChange={(open) => !open && !add.isPending && onClose()}
      dirty={isDirty && !add.isPending}
      title="Add Proxy"
      description="An HTTP proxy of your own. It is tried at once."
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((draft) => add.mutate(draft), sayWhatIsMissing)}
        className="flex flex-col gap-5"
      >
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <Field label="Host" error={errors.host?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register('host', { validate: (text) => text.trim() !== '' || MISSING.host })}
                placeholder="proxy.example.com"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label="Port" error={errors.port?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register('port', { validate: checkPort })}
                placeholder="8080"
                inputMode="numeric"
                autoComplete="off"
              />
            )}
          </Field>
        </div>
        <Field
          label="Username"
          hint="Leave it empty if the proxy asks for none."
          error={errors.username?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('username')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label="Password"
          hint="It is encrypted and never shown again."
          error={errors.password?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('password')} type="password" autoComplete="new-password" />
          )}
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={add.isPending}>
            Add Proxy
          </Button>
        </DialogActions>
      </form>
    </Dialog>
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
