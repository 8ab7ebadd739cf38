import type { Given } from '@sterling/contract/endpoint.ts';
import { type Cents, dollarsOf, dollarText, type LtcPrice } from '@sterling/contract/money.ts';
import { wallet } from '@sterling/contract/wallet.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call, explain } from '../api.ts';
import { type Attempt, attemptFor } from '../attempt.ts';
import { formatLtc, formatUsd } from '../format.ts';
import { toast } from '../ui/toast-store.ts';
import { ltcPriceQuery } from './queries.ts';

const TIMEOUT_MS = 30_000;

interface Wish {
  readonly amountCents: Cents;
  readonly ltcAddress: string;
  /** The price on the screen. */
  readonly price: LtcPrice | undefined;
}

type FieldName = 'amount' | 'ltcAddress';

interface Outcomes {
  readonly onDone: () => void;
  readonly onFieldError: (field: FieldName, message: string) => void;
  /** The address has an old form that Bitcoin uses too. The user has to confirm `canonical`, its present form. */
  readonly onAmbiguous: (canonical: string) => void;
}

interface Sent extends Attempt {
  readonly body: Given<typeof wallet.withdraw, 'body'>;
}

/** Withdraws money. A retry keeps the idempotency key, so the withdrawal happens once. */
export function useWithdraw({ onDone, onFieldError, onAmbiguous }: Outcomes) {
  const client = useQueryClient();
  const sent = useRef<Sent | null>(null);
  return useMutation({
    mutationFn: (wish: Wish) => {
      sent.current = requestFor(sent.current, wish);
      const { body, key } = sent.current;
      return call(wallet.withdraw, { body }, { idempotencyKey: key, timeoutMs: TIMEOUT_MS });
    },
    // Money must not leave later when the connection returns.
    networkMode: 'always',
    onSuccess: ({ withdrawal }) => {
      toast({
        title: 'Withdrawal Successful',
        description: `${formatUsd(withdrawal.amount)} (${formatLtc(withdrawal.ltcAmount)}) is on its way to ${withdrawal.ltcAddress}`,
      });
      onDone();
    },
    onError: (error) => {
      const { unclear, field, message } = failureOf(error);
      if (!unclear) sent.current = null;
      const canonical = presentFormIn(error);
      if (canonical) {
        onAmbiguous(canonical);
        return;
      }
      if (field) onFieldError(field, message);
      toast({ title: 'Oops!', description: message, variant: 'destructive' });
      if (error instanceof ApiError && error.code === 'price_mismatch') {
        void client.invalidateQueries({ queryKey: ltcPriceQuery.queryKey });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['wallet', 'seller'] }),
  });
}

/**
 * A retry after an unclear answer sends the same body, even after a price change. Another body would be
 * another withdrawal.
 */
export function requestFor(before: Sent | null, { amountCents, ltcAddress, price }: Wish): Sent {
  const attempt = attemptFor(before, { amountCents, ltcAddress });
  if (before && attempt === before) return before;
  const body = {
    amount: dollarText(amountCents),
    ltcAddress,
    walletType: 'seller' as const,
    ...(price !== undefined && { price: dollarsOf(price) }),
  };
  return { ...attempt, body };
}

/** The present form of an address that was refused as ambiguous. Null after any other failure. */
export function presentFormIn(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'address_ambiguous') return null;
  return error.details?.canonical ?? null;
}

interface Failure {
  readonly message: string;
  /** The request may have arrived. */
  readonly unclear: boolean;
  readonly field?: FieldName;
}

/** The message for a failed withdrawal, and the field that it belongs to. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError) || isUnclear(error)) {
    const said = error instanceof ApiError ? explain(error) : FALLBACK;
    return { unclear: true, message: `${said}. Trying again here pays nothing twice.` };
  }
  if (error.code === 'price_mismatch') {
    const hint = error.hint ?? '';
    return { unclear: false, message: `The LTC price has moved. ${hint} Please look again and confirm.` };
  }
  const field = FIELD_OF[error.code];
  return { unclear: false, message: explain(error) || FALLBACK, ...(field && { field }) };
}

const FALLBACK = "Couldn't process your withdrawal. Please try again";

const isUnclear = (error: ApiError): boolean =>
  error.status === 0 || (error.status >= 500 && error.code !== 'service_unavailable');

const FIELD_OF: Readonly<Record<string, FieldName>> = {
  invalid_amount: 'amount',
  minimum_withdrawal: 'amount',
  insufficient_balance: 'amount',
  maximum_withdrawal: 'amount',
  invalid_ltc_address: 'ltcAddress',
};
