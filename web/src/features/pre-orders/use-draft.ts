import { cents, MIN_ORDER_ROBUX, orderTotal, type Robux } from '@sterling/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { storedText } from '../../data/storage.ts';
import { toast } from '../../kit/ui/toast.ts';
import { isMispriced, mismatchNote, settleAmount, TOO_LITTLE_AT_FIELD } from '../buying/draft.ts';
import { type PassCheck, useGamepass } from '../buying/use-gamepass.ts';
import { useUser } from '../sessions/session.tsx';
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
  const keptRate = useKeptRate();
  const [rateText, setRateText] = useState(() => keptRate.read() ?? FIRST_RATE);
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
    forgetRate: () => keptRate.keep(null),
    body: isOrderable && rate !== null && pass && !isWrongPrice ? body(rateText) : null,
  };

  function putRate({ text, snapped }: { text: string; snapped: boolean }): void {
    setRateText(text);
    keptRate.keep(text);
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

/** The maximum rate that was typed, kept in the tab until the pre-order is placed: a buyer may have to deposit first. */
function useKeptRate() {
  const { id } = useUser();
  return useMemo(() => storedText(`pre-order-rate.${id}`, () => sessionStorage), [id]);
}

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
