import { coldSignatures } from '@sterling/contract/cold-signatures.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../data/call.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { Textarea } from '../../kit/ui/input.tsx';
import { toast } from '../../kit/ui/toast-store.ts';

interface ColdSignatureDialogProps {
  address: string;
  /** Names the present block, so it changes while the dialog is open. */
  message: string;
  onClose: () => void;
}

/** Takes the signature of a cold address. The server checks it before it is shown. */
export default function ColdSignatureDialog({ address, message, onClose }: ColdSignatureDialogProps) {
  const [first] = useState(message);
  const form = useForm({ mode: 'onTouched', defaultValues: { message: first, signature: '' } });
  const { errors, isDirty } = form.formState;
  const upload = useMutation({
    mutationFn: (given: { message: string; signature: string }) =>
      call(coldSignatures.sign, { body: { address, ...given } }),
    onSuccess: () => {
      toast({ title: 'Signature Saved', description: 'It is valid, and the address counts as reserves.' });
      onClose();
    },
    meta: { failed: 'Signature Not Saved', changes: ['admin', 'reserves'] },
  });
  return (
    <FormDialog
      title="Sign with the cold storage"
      description="Sign this message with the key of the address, by BIP-322 or “sign message” of your wallet. The key stays with you."
      submitLabel="Save Signature"
      isDirty={isDirty}
      isPending={upload.isPending}
      onSubmit={form.handleSubmit((given) => upload.mutate(given))}
      onClose={onClose}
    >
      <Field
        label="Message"
        hint="If you have signed an earlier message, paste that message here."
        error={errors.message?.message}
        aside={<CopyButton text={first} what="message" />}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('message', { validate: isFilled })}
            rows={4}
            spellCheck={false}
            className="font-mono text-sm"
          />
        )}
      </Field>
      <Field label="Signature" hint="Base64" error={errors.signature?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register('signature', { validate: isFilled })}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-sm"
          />
        )}
      </Field>
    </FormDialog>
  );
}

const isFilled = (text: string) => text.trim() !== '' || 'Required';
