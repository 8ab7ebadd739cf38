import { type Cents, dollarText } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { formatCents } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { useUser } from '../session/session.ts';
import { FeeBreakdown } from './fee-breakdown.tsx';
import { ltcPriceQuery } from './queries.ts';
import { useWithdraw } from './use-withdraw.ts';
import { amountOf, findAmountError, largestWithdrawal, withdrawableOf } from './withdrawal.ts';

/** The request contains the price on the screen, so it must stay fresh. */
const PRICE_EVERY_MS = 5000;

interface WithdrawDialogProps {
  wallet: Wallet;
  onClose: () => void;
}

/** The withdrawal form with amount, address and fees. */
export default function WithdrawDialog({ wallet, onClose }: WithdrawDialogProps) {
  const { isOwner } = useUser();
  const quote = useQuery({ ...ltcPriceQuery, refetchOnMount: 'always', refetchInterval: PRICE_EVERY_MS });
  const form = useForm({ mode: 'onTouched', defaultValues: { amount: '', ltcAddress: '' } });
  const { errors, isDirty } = form.formState;
  const amount = amountOf(useWatch({ control: form.control, name: 'amount' }));
  const means = { withdrawableCents: withdrawableOf(wallet), isOwner };
  const [presentForm, setPresentForm] = useState<string | null>(null);
  const withdraw = useWithdraw({
    onDone: onClose,
    onFieldError: (field, message) => form.setError(field, { message }, { shouldFocus: true }),
    onAmbiguous: setPresentForm,
  });
  const submit = form.handleSubmit(({ ltcAddress }) => {
    if (amount === null) return;
    setPresentForm(null);
    withdraw.mutate({ amountCents: amount, ltcAddress: ltcAddress.trim(), price: quote.data });
  });
  const confirmForm = (address: string) => {
    form.setValue('ltcAddress', address, { shouldDirty: true });
    void submit();
  };
  const largest = largestWithdrawal(means);
  const setAmount = (cents: Cents) =>
    form.setValue('amount', dollarText(cents), { shouldDirty: true, shouldValidate: true });
  return (
    <FormDialog
      title="Withdraw Funds"
      description={`You can withdraw ${formatCents(means.withdrawableCents)}, fees included.`}
      submitLabel="Withdraw"
      isDirty={isDirty}
      isPending={withdraw.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        {...form.register('amount', { validate: (text) => findAmountError(text, means) ?? true })}
        label="Amount"
        error={errors.amount?.message}
        aside={largest !== null && <LargestAmount cents={largest} onChoose={setAmount} />}
        type="number"
        inputMode="decimal"
        step="0.01"
        min={wallet.minimumWithdrawal}
        placeholder="0.00"
        before="$"
      />
      <AddressField
        {...form.register('ltcAddress', {
          validate: (text) => text.trim() !== '' || 'Enter a Litecoin address',
        })}
        error={errors.ltcAddress?.message}
      />
      {presentForm && <ConfirmForm address={presentForm} onConfirm={confirmForm} />}
      <FeeBreakdown amount={amount} isOwner={isOwner} price={quote.data} />
      <TierNote isOwner={isOwner} />
      {quote.isError && <NoPrice />}
    </FormDialog>
  );
}

function LargestAmount({ cents, onChoose }: { cents: Cents; onChoose: (cents: Cents) => void }) {
  return (
    <Button variant="link" onClick={() => onChoose(cents)} className="min-h-6 text-xs">
      Max {formatCents(cents)}
    </Button>
  );
}

function AddressField(props: Omit<ComponentProps<typeof InputField>, 'label'>) {
  return (
    <InputField
      {...props}
      label="Litecoin address"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="ltc1…"
      className="font-mono text-sm max-sm:text-base"
    />
  );
}

interface ConfirmFormProps {
  /** The present form of the entered address. */
  address: string;
  onConfirm: (address: string) => void;
}

/** Asks whether the user means Litecoin, because Bitcoin uses the entered form too. */
function ConfirmForm({ address, onConfirm }: ConfirmFormProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg bg-warn/12 p-3 text-warn">
      <p>
        This is a Litecoin address in the old format. Its present form is{' '}
        <span className="break-all font-mono text-sm">{address}</span>. Use it?
      </p>
      <Button variant="secondary" size="sm" onClick={() => onConfirm(address)} className="self-start">
        Use This Address
      </Button>
    </div>
  );
}

function TierNote({ isOwner }: { isOwner: boolean }) {
  return (
    <p className="flex gap-2 rounded-lg bg-surface-2 p-3 text-2 text-xs">
      <Info aria-hidden className="size-4 shrink-0 text-3" />
      {isOwner
        ? 'Owner Rate: no percentage fee, only the network fee.'
        : 'The fee falls with the amount: 8% from $10, 7% from $25, 6% from $50. $100+ withdrawals pay 4%.'}
    </p>
  );
}

function NoPrice() {
  return (
    <p role="alert" className="text-warn">
      Withdrawals are paused while the LTC price is unavailable. We're retrying.
    </p>
  );
}
