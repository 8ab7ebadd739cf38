import { type Cents, cents, MIN_ORDER_ROBUX, orderTotal, type Robux } from '@sterling/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { storedText } from '../../data/storage.ts';
import { toast } from '../../kit/ui/toast.ts';
import { isMispriced, mismatchNote, settleAmount, TOO_LITTLE_AT_FIELD } from '../buying/draft.ts';
import type { Identity } from '../buying/placed-order.ts';
import { type PassCheck, useGamepass } from '../buying/use-gamepass.ts';
import { keepBuyDraft } from '../orders/buy-draft.ts';
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
  useUnansweredPreOrder,
  waitingCents,
} from './pre-orders.ts';

/** What the buyer has entered on the buy page when they start a pre-order. */
export interface Prefill {
  readonly amount: Robux;
  readonly url: string;
  readonly cookie: string;
}

/** The draft of a pre-order, the values derived from it, and the request body. */
export function usePreOrderDraft(given: Prefill) {
  const [prefill] = useState(given);
  const [amount, setAmount] = useState(() => settleAmount(prefill.amount));
  const { id: userId } = useUser();
  const keptRate = useKeptRate(userId);
  const [firstRate] = useState(() => keptRate.read() ?? FIRST_RATE);
  const [rateText, setRateText] = useState(firstRate);
  const [url, setUrl] = useState(prefill.url);
  const [cookie, setCookie] = useState(prefill.cookie);
  const { check, lookUp } = useGamepass(url, () => undefined);
  const balances = useBalances({ robuxAmount: amount, gamepassUrl: url.trim() });

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
      url !== prefill.url || cookie !== prefill.cookie || rateText !== firstRate || amount !== prefill.amount,
    amountError: isOrderable ? undefined : TOO_LITTLE_AT_FIELD,
    passError: passError(check, isWrongPrice, amount),
    maxTotal,
    ...balances,
    /** Missing amount, after other waiting pre-orders. 0 while it is unknown. */
    shortCents: shortOf(balances, maxTotal),
    hasRate: rate !== null,
    /** Keeps what the buyer entered, because they leave to deposit first. */
    keep: () => {
      keptRate.keep(settledRate(rateText).text);
      keepBuyDraft(userId, { amount, ratePerThousand: null, url });
    },
    forgetRate: () => keptRate.keep(null),
    body:
      isOrderable && rate !== null && pass && !isWrongPrice
        ? bodyOf({ amount, rateText, url, cookie })
        : null,
  };

  function putRate({ text, snapped }: { text: string; snapped: boolean }): void {
    setRateText(text);
    if (snapped) toast({ ...INVALID_RATE, variant: 'destructive' });
  }
}

interface Entered {
  readonly amount: Robux;
  readonly rateText: string;
  readonly url: string;
  readonly cookie: string;
}

const bodyOf = ({ amount, rateText, url, cookie }: Entered): PreOrderBody => ({
  robuxAmount: amount,
  maxRatePerThousand: settledRate(rateText).text,
  gamepassUrl: url.trim(),
  ...(cookie.trim() !== '' && { buyerCookie: cookie.trim() }),
});

export type PreOrderDraft = ReturnType<typeof usePreOrderDraft>;

type Balances = ReturnType<typeof useBalances>;

/** The maximum rate of a buyer who leaves to deposit first. */
const useKeptRate = (userId: string) =>
  useMemo(() => storedText(`pre-order-rate.${userId}`, () => sessionStorage), [userId]);

/** The wallet, and the part of its balance that other waiting pre-orders may use. */
function useBalances(identity: Identity) {
  const { data: wallet } = useQuery(walletQuery('buyer'));
  const { data: own } = useQuery(ownPreOrdersQuery);
  const unanswered = useUnansweredPreOrder(useUser().id, identity);
  const isUnanswered = unanswered.shown !== undefined;
  return {
    wallet,
    // a pre-order that may have been placed is perhaps among them
    othersCents: isUnanswered ? cents(0) : waitingCents(own ?? []),
    /** Whether this pre-order was sent and got no answer, so it may have been placed. */
    isUnanswered,
    /** Whether `isUnanswered` has ended since the last render. */
    isTooLate: () => isUnanswered && unanswered.now() === undefined,
  };
}

function shortOf({ wallet, othersCents, isUnanswered }: Balances, maxTotal: Cents | null): Cents {
  if (maxTotal === null || !wallet || isUnanswered) return cents(0);
  return cents(maxTotal + othersCents - wallet.balance);
}

function passError(check: PassCheck, isWrongPrice: boolean, amount: Robux): string | undefined {
  if (check.state === 'invalid') return check.message;
  return check.state === 'found' && isWrongPrice ? mismatchNote(check.pass, amount) : undefined;
}
