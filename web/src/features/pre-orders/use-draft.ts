import { cents, MIN_ORDER_ROBUX, orderTotal, type Robux } from '@sterling/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../kit/ui/toast.ts';
import { isMispriced, mismatchNote, settleAmount, TOO_LITTLE_AT_FIELD } from '../buying/draft.ts';
import { type PassCheck, useGamepass } from '../buying/use-gamepass.ts';
import { walletQuery } from '../wallet/balance.ts';
import {
  FIRST_RATE,
  INVALID_RATE,
  maxRateOf,
  ownPreOrdersQuery,
  type PreOrderBody,
  settledRate,
  typedRate,
  waitingCents,
} from './pre-orders.ts';

/** The entries of the buy page when the buyer starts a pre-order. */
export interface Prefill {
  readonly amount: Robux;
  readonly url: string;
  readonly cookie: string;
}

/** The entries of the pre-order dialog, the values derived from them, and the request body. */
export function usePreOrderDraft(prefill: Prefill) {
  const [amount, setAmount] = useState(() => settleAmount(prefill.amount));
  const [rateText, setRateText] = useState(FIRST_RATE);
  const [url, setUrl] = useState(prefill.url);
  const [cookie, setCookie] = useState(prefill.cookie);
  const { check, lookUp } = useGamepass(url, () => undefined);
  const balances = useBalances();

  const rate = maxRateOf(rateText);
  const pass = check.state === 'found' ? check.pass : undefined;
  const hasCookie = cookie.trim() !== '';
  const isOrderable = amount >= MIN_ORDER_ROBUX;
  const isWrongPrice = isOrderable && isMispriced({ amount, pass, hasCookie, chosen: undefined });
  const maxTotal = rate !== null && isOrderable ? orderTotal(amount, rate) : null;
  return {
    amount,
    setAmount,
    rateText,
    typeRate: (text: string) => putRate(typedRate(text)),
    settleRate: () => putRate(settledRate(rateText)),
    url,
    setUrl,
    cookie,
    setCookie,
    check,
    lookUp,
    isDirty:
      url !== prefill.url ||
      cookie !== prefill.cookie ||
      rateText !== FIRST_RATE ||
      amount !== prefill.amount,
    amountError: isOrderable ? undefined : TOO_LITTLE_AT_FIELD,
    passError: passError(check, isWrongPrice, amount),
    maxTotal,
    ...balances,
    /** Missing amount, after other waiting pre-orders. 0 while it is unknown. */
    shortCents: cents(
      maxTotal === null || !balances.wallet ? 0 : maxTotal + balances.othersCents - balances.wallet.balance,
    ),
    hasRate: rate !== null,
    body: isOrderable && rate !== null && pass && !isWrongPrice ? body(rateText) : null,
  };

  function putRate({ text, snapped }: { text: string; snapped: boolean }): void {
    setRateText(text);
    if (snapped) toast({ ...INVALID_RATE, variant: 'destructive' });
  }

  function body(ratePerThousand: string): PreOrderBody {
    return {
      robuxAmount: amount,
      maxRatePerThousand: settledRate(ratePerThousand).text,
      gamepassUrl: url.trim(),
      ...(hasCookie && { buyerCookie: cookie.trim() }),
    };
  }
}

export type PreOrderDraft = ReturnType<typeof usePreOrderDraft>;

/** The wallet, and the part of its balance that other waiting pre-orders may use. */
function useBalances() {
  const { data: wallet } = useQuery(walletQuery('buyer'));
  const { data: own } = useQuery(ownPreOrdersQuery);
  return { wallet, othersCents: waitingCents(own ?? []) };
}

function passError(check: PassCheck, isWrongPrice: boolean, amount: Robux): string | undefined {
  if (check.state === 'invalid') return check.message;
  return check.state === 'found' && isWrongPrice ? mismatchNote(check.pass, amount) : undefined;
}
