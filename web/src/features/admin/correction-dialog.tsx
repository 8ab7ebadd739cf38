import type { AdminUser } from '@sterling/contract/admin.ts';
import type { WalletType } from '@sterling/contract/fields.ts';
import { cents, parseDecimal } from '@sterling/contract/money.ts';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { REASON, ReasonField } from './reason-field.tsx';
import { useCorrect } from './use-people.ts';

const WALLETS: readonly { value: WalletType; label: string }[] = [
  { value: 'buyer', label: 'Buyer wallet' },
  { value: 'seller', label: 'Seller wallet' },
];
const WAYS = [
  { value: 'give', label: 'Credit' },
  { value: 'take', label: 'Debit' },
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
    <FormDialog
      title={`Adjust ${name}'s wallet`}
      description="Moves money between the platform and the wallet. Logged permanently."
      submitLabel="Apply adjustment"
      isDirty={isDirty}
      isPending={correct.isPending}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice control={form.control} name="wallet" label="Wallet" choices={WALLETS} />
        <Choice control={form.control} name="way" label="What to do" choices={WAYS} />
      </div>
      <InputField
        {...form.register('amount', { validate: isAmount })}
        label="Amount"
        hint={<After person={person} control={form.control} />}
        error={errors.amount?.message}
        inputMode="decimal"
        autoComplete="off"
        before="$"
      />
      <ReasonField field={form.register('reason', REASON)} error={errors.reason?.message} />
    </FormDialog>
  );
}

const isAmount = (text: string) =>
  (parseDecimal(text.trim(), 2) ?? 0) > 0 || 'Dollars with at most two decimals';

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
