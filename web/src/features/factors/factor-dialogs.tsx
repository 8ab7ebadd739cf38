import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { type Factor, factors, MAX_TOTP_CODE } from '@sterling/contract/factors.ts';
import { t } from '@sterling/contract/texts.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { explain } from '../../data/call.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { QrCode } from '../../kit/ui/qr-code.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { explainPasskey, hasPasskeys } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAddPasskey, useAddTotp, useRemove, useRename, useTotpSecret } from './use-factors.ts';

const NO_CODE = t('Enter the six digits that your app shows');
const NO_NAME = t('Enter a name');

/** Sets up an authenticator app: shows its secret, asks for a first code, then shows the recovery codes. */
export function AddAppDialog({ onClose }: { onClose: () => void }) {
  const secret = useTotpSecret();
  // closes the dialog when the user does not pass the check that a further factor needs
  const begin = useEffectEvent(() => secret.mutate(undefined, { onError: onClose }));
  useEffect(() => begin(), []);
  const add = useAddTotp();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useContractForm(factors.addTotp, {
    defaultValues: { code: '', name: t('Authenticator app') },
    bodyOf: ({ code, name }) => ({ code, name: name.trim() }),
    missing: { code: NO_CODE, name: NO_NAME },
    rules: { code: ({ code }) => (/^\s*(\d\s*){6}$/.test(code) ? undefined : NO_CODE) },
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const send = form.submit((body) =>
    add.mutate(body, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: t('App added'), description: t('Its codes now confirm your actions.') });
        if (recoveryCodes) setCodes(recoveryCodes);
        else onClose();
      },
      onError: (error) => form.setError('code', { message: explain(error) }),
    }),
  );
  return (
    <FormDialog
      title={t('Add an authenticator app')}
      description={t('Scan the code with an app such as Google Authenticator, 1Password or Aegis.')}
      submitLabel={t('Add app')}
      isPending={add.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <Secret secret={secret.data} />
      <InputField
        {...form.field('code')}
        label={t('Code from the app')}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        maxLength={MAX_TOTP_CODE}
      />
      <InputField {...form.field('name')} label={t('Name')} autoComplete="off" />
    </FormDialog>
  );
}

/** The secret as a QR code and as text. */
function Secret({ secret }: { secret: ReplyOf<typeof factors.totpSecret> | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-4">
      {secret ? (
        <>
          <QrCode text={secret.uri} label={t('QR code for your authenticator app')} />
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-3">{t('Or enter this key in the app:')}</p>
            <p className="flex items-center gap-1">
              <code className="wrap-anywhere text-1 text-sm">{secret.secret}</code>
              <CopyButton text={secret.secret} what={t('key')} announce={false} />
            </p>
          </div>
        </>
      ) : (
        <Skeleton className="size-48" />
      )}
    </div>
  );
}

/** Makes a passkey in this browser, then shows the recovery codes. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useContractForm(factors.addPasskey, {
    defaultValues: { name: t('This device') },
    // `answer` is only for the check: the browser gives it when the name has been entered
    bodyOf: ({ name }) => ({ name: name.trim(), answer: {} }),
    missing: { name: NO_NAME },
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const send = form.submit(({ name }) =>
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: t('Passkey added'), description: t('It now confirms your actions.') });
        if (recoveryCodes) setCodes(recoveryCodes);
        else onClose();
      },
      onError: (error) => form.setError('name', { message: explainPasskey(error) }),
    }),
  );
  const isOffered = hasPasskeys();
  return (
    <FormDialog
      title={t('Add a passkey')}
      description={t(
        'Your fingerprint, face, PIN or security key will confirm your actions. It works only on this site, so a copy of the site cannot use it.',
      )}
      submitLabel={t('Add passkey')}
      isPending={add.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      {!isOffered && (
        <p className="text-warn">
          {t('This browser offers no passkeys for this address. Add an authenticator app instead.')}
        </p>
      )}
      <InputField
        {...form.field('name')}
        label={t('Name')}
        autoComplete="off"
        hint={t('How you will recognise it in the list.')}
      />
    </FormDialog>
  );
}

interface ChangeFactorDialogProps {
  factor: Factor;
  change: 'rename' | 'remove';
  /** The user has no other second factor. */
  isLast: boolean;
  onClose: () => void;
}

/** Renames or removes a second factor. */
export function ChangeFactorDialog({ change, ...props }: ChangeFactorDialogProps) {
  return change === 'rename' ? <RenameDialog {...props} /> : <RemoveDialog {...props} />;
}

function RenameDialog({ factor, onClose }: Omit<ChangeFactorDialogProps, 'change' | 'isLast'>) {
  const rename = useRename(onClose);
  const form = useContractForm(factors.rename, {
    defaultValues: { name: factor.name },
    bodyOf: ({ name }) => ({ name: name.trim() }),
    missing: { name: NO_NAME },
  });
  return (
    <FormDialog
      title={t('Rename “{name}”', { name: factor.name })}
      submitLabel={t('Save name')}
      isDirty={form.isDirty}
      isPending={rename.isPending}
      onSubmit={form.submit(({ name }) => rename.mutate({ id: factor.id, name }))}
      onClose={onClose}
    >
      <InputField {...form.field('name')} label={t('Name')} autoComplete="off" />
    </FormDialog>
  );
}

function RemoveDialog({ factor, isLast, onClose }: Omit<ChangeFactorDialogProps, 'change'>) {
  const remove = useRemove(onClose);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Remove “{name}”?', { name: factor.name })}
      description={
        isLast
          ? t(
              'It is your last second factor. Your withdrawals are no longer protected, your API tokens pause, and your recovery codes are deleted.',
            )
          : t('It will no longer confirm your actions.')
      }
      confirmLabel={t('Remove')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(factor)}
    />
  );
}
