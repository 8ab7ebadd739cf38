import { type Cents, dollarText, type LtcPrice } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { formatCents } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { useUser } from '../session/session.ts';
import { SavedAddresses } from '../withdrawal-addresses/saved-addresses.tsx';
import { AddressField, ConfirmForm } from './address-field.tsx';
import { FeeBreakdown } from './fee-breakdown.tsx';
import { ltcPriceQuery } from './queries.ts';
import { useAddressCheck, type WithdrawalFields } from './use-address-check.ts';
import { useWithdraw } from './use-withdraw.ts';
import { amountOf, findAmountError, largestWithdrawal, withdrawableOf } from './withdrawal.ts';
import { WithdrawalReview } from './withdrawal-review.tsx';

/** The request contains the price on the screen, so it must stay fresh. */
const PRICE_EVERY_MS = 5000;

interface WithdrawDialogProps {
  wallet: Wallet;
  /** The amount that was entered in the calculator. Empty if there is none. */
  initialAmount: string;
  onClose: () => void;
}

interface Reviewed {
  readonly amountCents: Cents;
  readonly ltcAddress: string;
}

/** A withdrawal in two steps: a form with amount and address, then a review of what will be sent. */
export default function WithdrawDialog({ wallet, initialAmount, onClose }: WithdrawDialogProps) {
  const { isOwner } = useUser();
  const quote = useQuery({ ...ltcPriceQuery, refetchOnMount: 'always', refetchInterval: PRICE_EVERY_MS });
  const form = useForm<WithdrawalFields>({
    mode: 'onTouched',
    defaultValues: { amount: initialAmount, ltcAddress: '' },
  });
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const { check, presentForm } = useAddressCheck(form);
  const withdraw = useWithdraw({
    onDone: onClose,
    onFieldError: (field, message) => {
      setReviewed(null);
      form.setError(field, { message });
    },
  });
  const review = form.handleSubmit(
    async ({ amount }) => {
      const amountCents = amountOf(amount);
      const ltcAddress = await check();
      if (amountCents !== null && ltcAddress) setReviewed({ amountCents, ltcAddress });
    },
    () => void check(),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reviewed) withdraw.mutate({ ...reviewed, price: quote.data });
  };
  return (
    <FormDialog
      {...(reviewed ? reviewTexts(reviewed) : formTexts(wallet))}
      onBack={reviewed ? () => setReviewed(null) : undefined}
      isDirty={form.formState.isDirty}
      isPending={withdraw.isPending || form.formState.isSubmitting}
      onSubmit={reviewed ? send : review}
      onClose={onClose}
    >
      {reviewed ? (
        <WithdrawalReview
          amount={reviewed.amountCents}
          address={reviewed.ltcAddress}
          isOwner={isOwner}
          price={quote.data}
        />
      ) : (
        <WithdrawalForm
          form={form}
          wallet={wallet}
          isOwner={isOwner}
          price={quote.data}
          presentForm={presentForm}
          onCheckAddress={check}
        />
      )}
      {quote.isError && <NoPrice />}
    </FormDialog>
  );
}

const formTexts = (wallet: Wallet) => ({
  title: 'Withdraw Funds',
  description: `Available: ${formatCents(withdrawableOf(wallet))}, including fees.`,
  submitLabel: 'Review withdrawal',
});

const reviewTexts = ({ amountCents }: Reviewed) => ({
  title: 'Review your withdrawal',
  description: 'Nothing has been sent yet.',
  submitLabel: `Withdraw ${formatCents(amountCents)}`,
  cancelLabel: 'Back',
});

interface WithdrawalFormProps {
  form: UseFormReturn<WithdrawalFields>;
  wallet: Wallet;
  isOwner: boolean;
  price: LtcPrice | undefined;
  /** The form of the address that the user has to confirm. */
  presentForm: string | null;
  onCheckAddress: () => unknown;
}

/** The first step. */
function WithdrawalForm({ form, wallet, isOwner, price, presentForm, onCheckAddress }: WithdrawalFormProps) {
  const { errors } = form.formState;
  const [amountText, entered] = useWatch({ control: form.control, name: ['amount', 'ltcAddress'] });
  const amount = amountOf(amountText);
  const means = { withdrawableCents: withdrawableOf(wallet), isOwner };
  const largest = largestWithdrawal(means);
  const setAmount = (cents: Cents) =>
    form.setValue('amount', dollarText(cents), { shouldDirty: true, shouldValidate: true });
  const chooseAddress = (confirmed: string) => {
    form.setValue('ltcAddress', confirmed, { shouldDirty: true, shouldValidate: true });
    onCheckAddress();
  };
  const address = form.register('ltcAddress', {
    validate: (text) => text.trim() !== '' || 'Enter a Litecoin address',
  });
  return (
    <>
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
      <SavedAddresses value={entered} onChoose={chooseAddress} />
      <AddressField
        {...address}
        error={errors.ltcAddress?.message}
        onBlur={async (event) => {
          await address.onBlur(event);
          onCheckAddress();
        }}
      />
      {presentForm && <ConfirmForm address={presentForm} onConfirm={chooseAddress} />}
      <FeeBreakdown amount={amount} isOwner={isOwner} price={price} />
      <TierNote isOwner={isOwner} />
    </>
  );
}

function LargestAmount({ cents, onChoose }: { cents: Cents; onChoose: (cents: Cents) => void }) {
  return (
    <Button variant="link" onClick={() => onChoose(cents)} className="min-h-6 text-xs">
      Max {formatCents(cents)}
    </Button>
  );
}

function TierNote({ isOwner }: { isOwner: boolean }) {
  return (
    <p className="flex gap-2 rounded-lg bg-surface-2 p-3 text-2 text-xs">
      <Info aria-hidden className="size-4 shrink-0 text-3" />
      {isOwner
        ? 'Owner Rate: no percentage fee, only the network fee.'
        : 'Larger withdrawals cost less: 8% from $10, 7% from $25, 6% from $50, 4% from $100.'}
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
