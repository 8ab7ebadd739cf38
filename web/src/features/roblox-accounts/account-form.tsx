import { MAX_RATE, MIN_RATE } from '@sterling/contract/money.ts';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { type Control, Controller, type FieldErrors, useForm } from 'react-hook-form';
import { Button } from '../../kit/ui/button.tsx';
import { CheckboxField } from '../../kit/ui/checkbox.tsx';
import { DialogActions } from '../../kit/ui/dialog.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { ProxySelect } from '../proxies/proxy-select.tsx';
import { type AccountDraft, EMPTY_DRAFT } from './account-draft.ts';
import { CookieGuide } from './cookie-guide.tsx';
import { CookieInput } from './cookie-input.tsx';
import { RATE_RANGE, rateOf } from './rate.ts';
import { useAddAccount } from './use-add-account.ts';

interface AccountFormProps {
  /** The accounts section offers a choice of proxies. The Cookie Manager only asks whether to use one. */
  proxy: 'choose' | 'use';
  onAdded: () => void;
  onDirty?: (dirty: boolean) => void;
  onCancel?: () => void;
}

/** Adds a Roblox account with its cookie and rate. The seller must confirm that they own the account. */
export function AccountForm({ proxy, onAdded, onDirty, onCancel }: AccountFormProps) {
  const form = useForm({ mode: 'onTouched', defaultValues: EMPTY_DRAFT });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const add = useAddAccount({
    proxy,
    onAdded: () => {
      form.reset();
      onAdded();
    },
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  const submitButton = (
    <Button type="submit" pending={add.isPending}>
      Add Account
    </Button>
  );
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((draft) => add.mutate(draft), sayWhatIsMissing)}
      className="flex flex-col gap-5"
    >
      <Field
        label="Roblox cookie"
        hint="It is encrypted and never shown again."
        error={errors.cookie?.message}
      >
        {(control) => <CookieInput {...control} {...form.register('cookie', { validate: hasCookie })} />}
      </Field>
      <CookieGuide use="selling" />
      <InputField
        {...form.register('rate', { validate: (text) => rateOf(text) !== null || RATE_RANGE })}
        label="Rate per 1K Robux"
        hint="$1.00 to $6.00 for 1,000 Robux"
        error={errors.rate?.message}
        type="number"
        inputMode="decimal"
        min={MIN_RATE / 100}
        max={MAX_RATE / 100}
        step="0.01"
        before="$"
      />
      {proxy === 'choose' ? <ProxyField control={form.control} /> : <UseProxyField control={form.control} />}
      <Disclosure />
      <OwnershipField control={form.control} />
      {onCancel ? (
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          {submitButton}
        </DialogActions>
      ) : (
        submitButton
      )}
    </form>
  );
}

interface DraftFieldProps {
  control: Control<AccountDraft>;
}

function ProxyField({ control }: DraftFieldProps) {
  return (
    <Controller
      name="proxyId"
      control={control}
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <Field label="Proxy" error={error?.message}>
          {(props) => <ProxySelect {...props} value={value} onChange={onChange} />}
        </Field>
      )}
    />
  );
}

function UseProxyField({ control }: DraftFieldProps) {
  return (
    <Controller
      name="useProxy"
      control={control}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <CheckboxField
          ref={ref}
          label="Use proxy"
          checked={value}
          onCheckedChange={(checked) => onChange(checked === true)}
          onBlur={onBlur}
          error={error?.message}
        />
      )}
    />
  );
}

function OwnershipField({ control }: DraftFieldProps) {
  return (
    <Controller
      name="isOwn"
      control={control}
      rules={{ validate: (isOwn) => isOwn || 'Please confirm that this account is yours' }}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
        <CheckboxField
          ref={ref}
          label="This account is my own, and I am 18 or older."
          checked={value}
          onCheckedChange={(checked) => onChange(checked === true)}
          error={error?.message}
        />
      )}
    />
  );
}

const hasCookie = (text: string) => text.trim() !== '' || "Enter the account's cookie";

function sayWhatIsMissing({ cookie, rate }: FieldErrors<AccountDraft>): void {
  if (!cookie && !rate) return;
  toast({ title: 'Error', description: 'Please fill in all fields', variant: 'destructive' });
}

function Disclosure() {
  return (
    <p className="flex gap-2 rounded-lg bg-warn/12 p-3 text-warn text-xs">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      Roblox's terms prohibit this. Roblox may suspend accounts that take part.
    </p>
  );
}
