import type { AdminUser } from '@sterling/contract/admin.ts';
import type { WalletType } from '@sterling/contract/fields.ts';
import { cents, parseDecimal } from '@sterling/contract/money.ts';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import { displayName, formatUsd } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { AffixedInput } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { REASON, ReasonField } from './reason-field.tsx';
import { useCorrect } from './use-people.ts';

const WALLETS: readonly { value: WalletType; label: string }[] = [
  { value: 'buyer', label: 'Buyer wallet' },
  { value: 'seller', label: 'Seller wallet' },
];
const WAYS = [
  { value: 'give', label: 'Give' },
  { value: 'take', label: 'Take back' },
] as const;
interface Draft {
  wallet: WalletType;
  way: 'give' | 'take';
  amount: string;
  reason: string;
}

interface CorrectionDialogProps {
  person: AdminUser;
  onClose: () => void;
}

/** Moves money between the house account and a user's wallet. The reason goes into the audit log. */
export default function CorrectionDialog({ person, onClose }: CorrectionDialogProps) {
  const name = displayName(person.username);
  const correct = useCorrect(person, onClose);
  const form = useForm<Draft>({
    mode: 'onTouched',
    defaultValues: {
      wallet: person.role === 'buyer' ? 'buyer' : 'seller',
      way: 'give',
      amount: '',
      reason: '',
    },
  });
  const { errors, isDirty } = form.formState;
  const send = ({ wallet, way, amount, reason }: Draft) =>
    correct.mutate({
      walletType: wallet,
      amount: way === 'give' ? amount.trim() : `-${amount.trim()}`,
      reason: reason.trim(),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !correct.isPending && onClose()}
      dirty={isDirty && !correct.isPending}
      title={`Correct a wallet of ${name}`}
      description="Booked between the house and the wallet, never undone by itself, and kept in the audit log."
    >
      <form noValidate onSubmit={form.handleSubmit(send)} className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Choice control={form.control} name="wallet" label="Wallet" choices={WALLETS} />
          <Choice control={form.control} name="way" label="What to do" choices={WAYS} />
        </div>
        <Field
          label="Amount"
          error={errors.amount?.message}
          hint={<After person={person} control={form.control} />}
        >
          {(control) => (
            <AffixedInput
              {...control}
              {...form.register('amount', {
                validate: (text) =>
                  (parseDecimal(text.trim(), 2) ?? 0) > 0 || 'Dollars with at most two decimals',
              })}
              inputMode="decimal"
              autoComplete="off"
              before="$"
            />
          )}
        </Field>
        <ReasonField field={form.register('reason', REASON)} error={errors.reason?.message} />
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={correct.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={correct.isPending}>
            Book Correction
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoiceProps<Name extends 'wallet' | 'way'> {
  control: Control<Draft>;
  name: Name;
  label: string;
  choices: readonly { value: Draft[Name]; label: string }[];
}

function Choice<Name extends 'wallet' | 'way'>({ control, name, label, choices }: ChoiceProps<Name>) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange } }) => (
        <Field label={label}>
          {(props) => (
            <Select {...props} value={value as Draft[Name]} onChange={onChange} choices={choices} />
          )}
        </Field>
      )}
    />
  );
}

/** The spendable balance before and after the correction. */
function After({ person, control }: { person: AdminUser; control: Control<Draft> }) {
  const [wallet, way, amount] = useWatch({ control, name: ['wallet', 'way', 'amount'] });
  const now = wallet === 'buyer' ? person.buyerBalance : person.sellerBalance;
  const moved = parseDecimal(amount.trim(), 2);
  if (!moved || moved < 0) return <>It can spend {formatUsd(now)} now.</>;
  const after = cents(Math.round(now * 100) + (way === 'give' ? moved : -moved));
  return (
    <>
      {formatUsd(now)} now, {formatUsd(after / 100)} after this.
    </>
  );
}
