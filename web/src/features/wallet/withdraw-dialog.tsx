import { type Cents, dollarsOf, FEE_TIERS, type LtcPrice } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useUnanswered } from '../../data/unanswered-writes.ts';
import { plainDecimal, typedDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { type ContractForm, useContractForm } from '../../kit/form/use-contract-form.ts';
import { dollarSign, formatShare, formatTrimmedUsd, formatUsd } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { useUser } from '../sessions/session.tsx';
import {
  AddressField,
  addressesQuery,
  hoursText,
  NO_ADDRESS,
  SavedAddresses,
} from '../withdrawal-addresses/addresses.tsx';
import { ltcPriceQuery } from './wallet.ts';
import {
  findAmountError,
  largestWithdrawal,
  parseAmount,
  useAddressCheck,
  useWithdraw,
  type WithdrawalFields,
} from './withdrawal.ts';
import { FeeBreakdown } from './withdrawal-fees.tsx';
import { mayBeSent, type Reviewed, WithdrawalReview, whatWasSent } from './withdrawal-review.tsx';

/** The request contains the price on the screen, so it must stay fresh. */
const PRICE_EVERY_MS = 5000;

interface WithdrawDialogProps {
  wallet: Wallet;
  /** The amount that was entered in the calculator. Empty if there is none. */
  initialAmount: string;
  onClose: () => void;
}

/** A withdrawal in two steps: a form with amount and address, then a review of what will be sent. */
export default function WithdrawDialog({ wallet, initialAmount, onClose }: WithdrawDialogProps) {
  const { id, isOwner } = useUser();
  const quote = useQuery({ ...ltcPriceQuery, refetchOnMount: 'always', refetchInterval: PRICE_EVERY_MS });
  const form = useWithdrawalForm(wallet, initialAmount, isOwner);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const unanswered = useUnanswered(withdrawals.request, id).map(({ intent }) => intent as Reviewed);
  const { check, addressToConfirm } = useAddressCheck(form);
  const withdraw = useWithdraw({
    onDone: onClose,
    onFieldError: (field, message) => {
      setReviewed(null);
      form.setError(field, { message });
    },
  });
  const review = form.submit(
    async (_, { amount }) => {
      const amountCents = parseAmount(amount);
      const ltcAddress = await check(true);
      if (amountCents !== null && ltcAddress) setReviewed({ amountCents, ltcAddress });
    },
    () => void check(false),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reviewed) withdraw.mutate({ ...reviewed, price: quote.data });
  };
  return (
    <FormDialog
      {...(reviewed ? reviewTexts(reviewed, unanswered) : formTexts(wallet))}
      onBack={reviewed ? () => setReviewed(null) : undefined}
      isDirty={form.isDirty && !(reviewed && mayBeSent(reviewed, unanswered))}
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
          addressToConfirm={addressToConfirm}
          onCheckAddress={() => check(false)}
        />
      )}
      {quote.isError && <NoPrice />}
    </FormDialog>
  );
}

function useWithdrawalForm(wallet: Wallet, initialAmount: string, isOwner: boolean) {
  return useContractForm(withdrawals.request, {
    defaultValues: { amount: initialAmount, ltcAddress: '' } as WithdrawalFields,
    bodyOf: ({ amount, ltcAddress }) => ({
      amount: plainDecimal(amount),
      ltcAddress: ltcAddress.trim(),
      walletType: 'seller' as const,
    }),
    missing: { amount: t('Enter the amount to withdraw'), ltcAddress: NO_ADDRESS },
    rules: {
      amount: ({ amount }) => findAmountError(amount, { withdrawableCents: wallet.withdrawable, isOwner }),
    },
  });
}

const formTexts = (wallet: Wallet) => ({
  title: t('Withdraw Funds'),
  description: t('Withdrawable now: {amount}. Fees are added to the amount.', {
    amount: formatUsd(wallet.withdrawable),
  }),
  submitLabel: t('Review withdrawal'),
});

const reviewTexts = (reviewed: Reviewed, unanswered: readonly Reviewed[]) => ({
  title: t('Review your withdrawal'),
  description: whatWasSent(reviewed, unanswered),
  submitLabel: t('Withdraw {amount}', { amount: formatUsd(reviewed.amountCents) }),
  cancelLabel: t('Back'),
});

interface WithdrawalFormProps {
  form: ContractForm<typeof withdrawals.request, WithdrawalFields>;
  wallet: Wallet;
  isOwner: boolean;
  price: LtcPrice | undefined;
  /** The form of the address that the user has to confirm. */
  addressToConfirm: string | null;
  onCheckAddress: () => unknown;
}

/** The first step. */
function WithdrawalForm({
  form,
  wallet,
  isOwner,
  price,
  addressToConfirm,
  onCheckAddress,
}: WithdrawalFormProps) {
  const [amountText, entered] = useWatch({ control: form.control, name: ['amount', 'ltcAddress'] });
  const amount = parseAmount(amountText);
  const largest = largestWithdrawal({ withdrawableCents: wallet.withdrawable, isOwner });
  const setAmount = (cents: Cents) =>
    form.setValue('amount', typedDollars(cents), { shouldDirty: true, shouldValidate: true });
  const chooseAddress = (confirmed: string) => {
    form.setValue('ltcAddress', confirmed, { shouldDirty: true, shouldValidate: true });
    onCheckAddress();
  };
  const waitHours = useQuery(addressesQuery).data?.wait.hours ?? 0;
  // A submit focuses the first wrong field in the order of these calls.
  const amountField = form.field('amount');
  const address = form.field('ltcAddress');
  return (
    <>
      <InputField
        {...amountField}
        label={t('Amount')}
        aside={largest !== null && <LargestAmount cents={largest} onChoose={setAmount} />}
        type="number"
        inputMode="decimal"
        step="0.01"
        min={dollarsOf(wallet.minimumWithdrawal)}
        placeholder={typedDecimal('0.00')}
        before={dollarSign()}
      />
      <SavedAddresses value={entered} onChoose={chooseAddress} />
      <AddressField
        {...address}
        {...(waitHours > 0 && {
          hint: t('The first withdrawal to a new address waits {hours}.', { hours: hoursText(waitHours) }),
        })}
        onBlur={async (event) => {
          await address.onBlur(event);
          onCheckAddress();
        }}
      />
      {addressToConfirm && <ConfirmForm address={addressToConfirm} onConfirm={chooseAddress} />}
      <FeeBreakdown amount={amount} isOwner={isOwner} price={price} />
      <TierNote isOwner={isOwner} />
    </>
  );
}

function LargestAmount({ cents, onChoose }: { cents: Cents; onChoose: (cents: Cents) => void }) {
  return (
    <Button variant="link" onClick={() => onChoose(cents)} className="text-xs">
      {t('Max {amount}', { amount: formatUsd(cents) })}
    </Button>
  );
}

function TierNote({ isOwner }: { isOwner: boolean }) {
  return (
    <p className="flex gap-2 rounded-lg bg-surface-2 p-3 text-2 text-xs">
      <Info aria-hidden className="size-4 shrink-0 text-3" />
      {isOwner ? t('Owner Rate: no percentage fee, only the network fee.') : FEES}
    </p>
  );
}

const tiers = FEE_TIERS.map(({ from, percent }) =>
  t('{fee} from {amount}', { fee: formatShare(percent), amount: formatTrimmedUsd(from) }),
);
const FEES = t('Larger withdrawals cost less: {tiers}.', { tiers: tiers.join(', ') });

function NoPrice() {
  return (
    <p role="alert" className="text-warn">
      {t("Withdrawals are paused while the LTC price is unavailable. We're retrying.")}
    </p>
  );
}

interface ConfirmFormProps {
  /** In its canonical form. */
  address: string;
  onConfirm: (address: string) => void;
}

/** Asks whether the user means Litecoin, because Bitcoin uses the entered form too. */
function ConfirmForm({ address, onConfirm }: ConfirmFormProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg bg-warn/12 p-3 text-warn">
      <p>
        {rich('This is a Litecoin address in the old format. Its current form is {address}. Use it?', {
          address: <span className="break-all font-mono text-sm">{address}</span>,
        })}
      </p>
      <Button variant="secondary" size="sm" onClick={() => onConfirm(address)} className="self-start">
        {t('Use this address')}
      </Button>
    </div>
  );
}
