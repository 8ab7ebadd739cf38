import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useForm } from 'react-hook-form';
import { explain } from '../../data/failure.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog, DialogActions } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { CookieGuide } from './cookie-guide.tsx';
import { CookieInput } from './cookie-input.tsx';
import { useUpdateCookie } from './use-account.ts';

interface UpdateCookieDialogProps {
  account: RobloxAccount;
  onClose: () => void;
}

/** Replaces the cookie of an account. The server tests the new cookie before it saves it. */
export default function UpdateCookieDialog({ account, onClose }: UpdateCookieDialogProps) {
  const form = useForm({ mode: 'onTouched', defaultValues: { cookie: '' } });
  const { errors, isDirty } = form.formState;
  const update = useUpdateCookie(account);
  const submit = form.handleSubmit(({ cookie }) =>
    update.mutate(cookie, {
      onSuccess: onClose,
      onError: (error) => form.setError('cookie', { message: explain(error) }),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dirty={isDirty && !update.isPending}
      title="Update Cookie"
      description={`Enter a fresh cookie of ${account.username}. We test it before saving.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {account.statusReason && (
          <p className="rounded-lg bg-warn/12 p-3 text-warn">{account.statusReason}</p>
        )}
        <Field
          label="New Roblox cookie"
          hint="It is encrypted and never shown again."
          error={errors.cookie?.message}
        >
          {(control) => (
            <CookieInput
              {...control}
              {...form.register('cookie', {
                validate: (text) => text.trim() !== '' || 'Enter the new cookie',
              })}
            />
          )}
        </Field>
        <CookieGuide use="selling" />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={update.isPending}>
            Update Cookie
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
