import { type Cents, dollarsOf, dollarText, type LtcPrice } from '@sterling/contract/money.ts';
import { wallet } from '@sterling/contract/wallet.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../data/call.ts';
import { explain, isRefused, isUnclear } from '../../data/failure.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatLtc, formatUsd } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { ltcPriceQuery } from './queries.ts';

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
  const client = useQueryClient();
  return useOnce(wallet.withdraw, {
    input: inputOf,
    // A price change is not another withdrawal: a retry sends the price of the first try.
    identity: ({ amountCents, ltcAddress }: Withdrawal) => ({ amountCents, ltcAddress }),
    changes: ['wallet', 'history', 'stats', 'withdrawal-addresses'],
    failed: 'Oops!',
    explain: explainWithdrawal,
    onDone: ({ withdrawal }) => {
      toast({
        title: 'Withdrawal Successful',
        description: `${formatUsd(withdrawal.amount)} (${formatLtc(withdrawal.ltcAmount)}) is on its way to ${withdrawal.ltcAddress}`,
      });
      onDone();
    },
    onFailed: (error) => {
      const field = fieldOf(error);
      if (field) onFieldError(field, explainWithdrawal(error));
      if (isRefused(error, 'price_mismatch')) {
        void client.invalidateQueries({ queryKey: ltcPriceQuery.queryKey });
      }
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
  return `The LTC price changed. ${error.hint ?? ''} Review the new amount and confirm.`;
}

const FALLBACK = "Couldn't process your withdrawal. Please try again";

/** The field that a refusal is about. */
export const fieldOf = (error: unknown): FieldName | undefined =>
  error instanceof ApiError ? FIELD_OF[error.code] : undefined;

const FIELD_OF: Readonly<Record<string, FieldName>> = {
  invalid_amount: 'amount',
  minimum_withdrawal: 'amount',
  insufficient_balance: 'amount',
  maximum_withdrawal: 'amount',
  invalid_ltc_address: 'ltcAddress',
};
