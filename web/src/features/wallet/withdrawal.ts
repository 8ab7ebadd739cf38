import {
  type Cents,
  cents,
  dollarsOf,
  dollarText,
  FEE_TIERS,
  type LtcPrice,
  minimumTransfer,
  withdrawalFees,
} from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { ApiError, explain, isUnclear } from '../../data/call.ts';
import { useOnce } from '../../data/use-once.ts';
import { centsProblem, parseDollars } from '../../kit/form/typed-decimal.ts';
import { formatTrimmedUsd, formatUsd } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { addressQuery, sendAfterText } from './wallet.ts';

/** `Minimum withdrawal is $10`, or `Minimum withdrawal is $1 (Owner rate)` for an owner. */
export function minimumText(isOwner: boolean): string {
  const minimum = formatTrimmedUsd(minimumTransfer(isOwner));
  return isOwner
    ? t('Minimum withdrawal is {minimum} (Owner rate)', { minimum })
    : t('Minimum withdrawal is {minimum}', { minimum });
}

/** A trillion dollars. The fees of more may exceed the exact whole numbers. */
const MAX_TYPED_CENTS = 1e14;

/** Typed dollars in cents. Null unless they are a positive amount of at most a trillion dollars. */
export function parseAmount(typed: string): Cents | null {
  const amount = parseDollars(typed);
  return amount !== null && amount <= MAX_TYPED_CENTS ? amount : null;
}

interface Means {
  readonly withdrawableCents: Cents;
  readonly isOwner: boolean;
}

/** The error text of an amount. Undefined if the amount is valid. */
export function findAmountError(text: string, { withdrawableCents, isOwner }: Means): string | undefined {
  if (text.trim() === '') return t('Enter the amount to withdraw');
  const amountCents = parseAmount(text);
  if (amountCents === null) return centsProblem(text) ?? t('Please enter a valid amount');
  if (amountCents < minimumTransfer(isOwner)) return minimumText(isOwner);
  const { totalDeducted } = withdrawalFees(amountCents, isOwner);
  if (totalDeducted <= withdrawableCents) return undefined;
  return t('{totalDeducted} including fees is more than your available {withdrawable}', {
    totalDeducted: formatUsd(totalDeducted),
    withdrawable: formatUsd(withdrawableCents),
  });
}

/**
 * The largest possible withdrawal, fees included. Null if even the minimum is too much. A larger amount may
 * cost less than a smaller one, because its tier has a lower fee. The search therefore starts at the top
 * tier. Within a tier, a larger amount always costs more.
 */
export function largestWithdrawal({ withdrawableCents, isOwner }: Means): Cents | null {
  const isCovered = (amount: number) =>
    withdrawalFees(cents(amount), isOwner).totalDeducted <= withdrawableCents;
  const starts: number[] = isOwner ? [minimumTransfer(true)] : FEE_TIERS.map(({ from }) => from);
  const start = starts.findLast(isCovered);
  if (start === undefined) return null;
  const next = starts[starts.indexOf(start) + 1];
  let covered = start;
  let tooMuch = next ?? withdrawableCents + 1;
  while (tooMuch - covered > 1) {
    const middle = Math.floor((covered + tooMuch) / 2);
    if (isCovered(middle)) covered = middle;
    else tooMuch = middle;
  }
  return cents(covered);
}

export interface Withdrawal {
  readonly amountCents: Cents;
  readonly ltcAddress: string;
  /** The price on the screen. */
  readonly price: LtcPrice | undefined;
}

type FieldName = 'amount' | 'ltcAddress';

interface Outcomes {
  readonly onDone: () => void;
  readonly onFieldError: (field: FieldName, message: string) => void;
}

/** Withdraws money, once. */
export function useWithdraw({ onDone, onFieldError }: Outcomes) {
  return useOnce(withdrawals.request, {
    input: inputOf,
    // A price change is not another withdrawal.
    identity: ({ amountCents, ltcAddress }: Withdrawal) => ({ amountCents, ltcAddress }),
    changes: ['wallet', 'history', 'stats', 'inbox', 'withdrawal-addresses', 'ltc-price'],
    failed: t('Oops!'),
    explain: explainWithdrawal,
    onDone: ({ message, withdrawal: { sendAfter } }) => {
      const description = sendAfter ? sendAfterText(sendAfter) : message;
      toast({ title: t('Withdrawal Successful'), description });
      onDone();
    },
    onFailed: (error) => {
      const field = refusedField(error);
      if (field) onFieldError(field, explainWithdrawal(error));
    },
  });
}

/** The call's input, with the price on the screen. */
export function inputOf({ amountCents, ltcAddress, price }: Withdrawal) {
  return {
    body: {
      amount: dollarText(amountCents),
      ltcAddress,
      walletType: 'seller' as const,
      ...(price !== undefined && { price: dollarsOf(price) }),
    },
  };
}

/** Why a withdrawal failed, in words for users. */
export function explainWithdrawal(error: unknown): string {
  if (!(error instanceof ApiError)) return FALLBACK;
  if (error.code !== 'price_mismatch' || isUnclear(error)) return explain(error) || FALLBACK;
  return t('The LTC price changed. {hint} Review the new amount and confirm.', { hint: error.hint ?? '' });
}

const FALLBACK = t("Couldn't process your withdrawal. Please try again");

/** The field that a refusal is about. */
export const refusedField = (error: unknown): FieldName | undefined =>
  error instanceof ApiError ? FIELD_OF[error.code] : undefined;

const FIELD_OF: Readonly<Record<string, FieldName>> = {
  invalid_amount: 'amount',
  minimum_withdrawal: 'amount',
  insufficient_balance: 'amount',
  maximum_withdrawal: 'amount',
  invalid_ltc_address: 'ltcAddress',
};

/** The fields of the withdrawal form. */
export interface WithdrawalFields {
  readonly amount: string;
  readonly ltcAddress: string;
}

interface AddressCheck {
  /**
   * Checks the entered address at the server. Returns its canonical form, or null if the user has to act first, and focuses a
   * refused address if `shouldFocus`.
   */
  readonly check: (shouldFocus: boolean) => Promise<string | null>;
  /** The canonical form of an address in an old form, which the user has to confirm. */
  readonly addressToConfirm: string | null;
}

/** The check of the address in `form`. A refusal is shown at the field. */
export function useAddressCheck(form: UseFormReturn<WithdrawalFields>): AddressCheck {
  const client = useQueryClient();
  const [question, setQuestion] = useState<{ entered: string; canonical: string } | null>(null);
  const text = useWatch({ control: form.control, name: 'ltcAddress' }).trim();
  const check = async (shouldFocus: boolean) => {
    const entered = form.getValues('ltcAddress').trim();
    if (entered === '') return null;
    const checked = await client
      .fetchQuery(addressQuery(entered))
      .catch((error: unknown) => ({ refused: explain(error) }));
    const isUnchanged = form.getValues('ltcAddress').trim() === entered;
    if (!isUnchanged) return null;
    if ('address' in checked) return checked.address;
    if ('addressToConfirm' in checked) setQuestion({ entered, canonical: checked.addressToConfirm });
    if ('refused' in checked) form.setError('ltcAddress', { message: checked.refused }, { shouldFocus });
    return null;
  };
  return { check, addressToConfirm: question?.entered === text ? question.canonical : null };
}
