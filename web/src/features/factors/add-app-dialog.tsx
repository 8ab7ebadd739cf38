import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { factors } from '@sterling/contract/factors.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { explain } from '../../data/failure.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { QrCode } from '../../kit/ui/qr-code.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { NO_NAME } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAddTotp, useTotpSecret } from './use-factors.ts';

const NO_CODE = 'Enter the six digits that your app shows';

/** Sets up an authenticator app: shows its secret, asks for a first code, then shows the recovery codes. */
export default function AddAppDialog({ onClose }: { onClose: () => void }) {
  const secret = useTotpSecret();
  // closes the dialog when the user does not pass the check that a further factor needs
  const begin = useEffectEvent(() => secret.mutate(undefined, { onError: onClose }));
  useEffect(() => begin(), []);
  const add = useAddTotp();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useContractForm(factors.addTotp, {
    defaultValues: { code: '', name: 'Authenticator app' },
    bodyOf: ({ code, name }) => ({ code, name: name.trim() }),
    missing: { code: NO_CODE, name: NO_NAME },
    rules: { code: ({ code }) => (/^\s*(\d\s*){6}$/.test(code) ? undefined : NO_CODE) },
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const send = form.submit((body) =>
    add.mutate(body, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: 'App added', description: 'Its codes now confirm your actions.' });
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
      <Secret secret={secret.data} />
      <InputField
        {...form.field('code')}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        maxLength={7}
      />
      <InputField {...form.field('name')} label="Name" autoComplete="off" />
    </FormDialog>
  );
}

/** The secret as a QR code and as text. */
function Secret({ secret }: { secret: ReplyOf<typeof factors.totpSecret> | undefined }) {
  return (
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
  );
}
