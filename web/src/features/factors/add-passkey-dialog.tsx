import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { NAME_RULE, NameField } from './name-field.tsx';
import { explainPasskey, hasPasskeys } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAddPasskey } from './use-factors.ts';

/** Makes a passkey in this browser, then shows the recovery codes. */
export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useForm({ mode: 'onTouched', defaultValues: { name: 'This device' } });
  const { errors } = form.formState;
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const send = form.handleSubmit(({ name }) =>
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: 'Passkey Added', description: 'It now confirms your actions.' });
        if (recoveryCodes) setCodes(recoveryCodes);
        else onClose();
      },
      onError: (error) => form.setError('name', { message: explainPasskey(error) }),
    }),
  );
  const isOffered = hasPasskeys();
  return (
    <FormDialog
      title="Add a passkey"
      description="Your fingerprint, face, PIN or security key will confirm your actions. It works only on this site, so a copy of the site cannot use it."
      submitLabel="Add passkey"
      isPending={add.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      {!isOffered && (
        <p className="text-warn">
          This browser offers no passkeys for this address. Add an authenticator app instead.
        </p>
      )}
      <NameField
        {...form.register('name', NAME_RULE)}
        error={errors.name?.message}
        hint="How you will recognise it in the list."
      />
    </FormDialog>
  );
}
