import { factors } from '@sterling/contract/factors.ts';
import { useState } from 'react';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { explainPasskey, hasPasskeys, NO_NAME } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAddPasskey } from './use-factors.ts';

/** Makes a passkey in this browser, then shows the recovery codes. */
export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useContractForm(factors.addPasskey, {
    defaultValues: { name: 'This device' },
    // The browser answers when the user has entered a name.
    bodyOf: ({ name }) => ({ name: name.trim(), answer: {} }),
    missing: { name: NO_NAME },
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const send = form.submit(({ name }) =>
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: 'Passkey added', description: 'It now confirms your actions.' });
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
      <InputField
        {...form.field('name')}
        label="Name"
        autoComplete="off"
        hint="How you will recognise it in the list."
      />
    </FormDialog>
  );
}
