import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { explain } from '../../data/failure.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { QrCode } from '../../kit/ui/qr-code.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { NAME_RULE, NameField } from './name-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAddTotp, useTotpSecret } from './use-factors.ts';

/** Sets up an authenticator app: shows its secret, asks for a first code, then shows the recovery codes. */
export default function AddAppDialog({ onClose }: { onClose: () => void }) {
  const { mutate: begin, data: secret } = useTotpSecret();
  // closes the dialog when the user does not pass the check that a further factor needs
  useEffect(() => begin(undefined, { onError: onClose }), [begin, onClose]);
  const add = useAddTotp();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useForm({ mode: 'onTouched', defaultValues: { name: 'Authenticator app', code: '' } });
  const { errors } = form.formState;
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const send = form.handleSubmit((body) =>
    add.mutate(body, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: 'App Added', description: 'Its codes now confirm your actions.' });
        if (recoveryCodes) setCodes(recoveryCodes);
        else onClose();
      },
      onError: (error) => form.setError('code', { message: explain(error) }),
    }),
  );
  return (
    <FormDialog
      title="Add an authenticator app"
      description="Scan the code with an app such as Google Authenticator, 1Password or Aegis."
      submitLabel="Add app"
      isPending={add.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center justify-center gap-4">
        {secret ? (
          <>
            <QrCode text={secret.uri} label="QR code for your authenticator app" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="text-3">Or enter this key in the app:</p>
              <p className="flex items-center gap-1">
                <code className="wrap-anywhere text-1 text-sm">{secret.secret}</code>
                <CopyButton text={secret.secret} what="key" announce={false} />
              </p>
            </div>
          </>
        ) : (
          <Skeleton className="size-48" />
        )}
      </div>
      <InputField
        {...form.register('code', {
          validate: (text) => /^\s*(\d\s*){6}$/.test(text) || 'Enter the six digits that your app shows',
        })}
        label="Code from the app"
        error={errors.code?.message}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        maxLength={7}
      />
      <NameField {...form.register('name', NAME_RULE)} error={errors.name?.message} />
    </FormDialog>
  );
}
