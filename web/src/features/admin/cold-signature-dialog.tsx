import { coldSignatures } from '@sterling/contract/cold-signatures.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/call.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';

interface ColdSignatureDialogProps {
  address: string;
  /** It names the newest block, so it changes while the dialog is open. */
  message: string;
  onClose: () => void;
}

/** Uploads the signature of a cold address. The server checks it before the page shows it. */
export default function ColdSignatureDialog({ address, message, onClose }: ColdSignatureDialogProps) {
  const [first] = useState(message);
  const form = useContractForm(coldSignatures.sign, {
    defaultValues: { message: first, signature: '' },
    bodyOf: ({ message: signed, signature }) => ({ address, message: signed, signature: signature.trim() }),
    missing: { message: 'Paste the signed message', signature: 'Paste the signature' },
  });
  const upload = useMutation({
    mutationFn: (body: Given<typeof coldSignatures.sign, 'body'>) => call(coldSignatures.sign, { body }),
    onSuccess: () => {
      toast({ title: 'Signature saved', description: 'It is valid. The address now counts as reserves.' });
      onClose();
    },
    meta: { failed: 'Signature not saved', changes: ['admin', 'reserves'] },
  });
  return (
    <FormDialog
      title="Sign with the cold storage"
      description="Sign this message with the key of the address. Use BIP-322 or “sign message” in your wallet. The key stays with you."
      submitLabel="Save signature"
      isDirty={form.isDirty}
      isPending={upload.isPending}
      onSubmit={form.submit((body) => upload.mutate(body))}
      onClose={onClose}
    >
      <TextareaField
        {...form.field('message')}
        label="Message"
        hint="If you have signed an earlier message, paste that message here."
        aside={<CopyButton text={first} what="message" />}
        rows={4}
        spellCheck={false}
        className="font-mono text-sm"
      />
      <TextareaField
        {...form.field('signature')}
        label="Signature"
        hint="Base64"
        rows={4}
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-sm"
      />
    </FormDialog>
  );
}
