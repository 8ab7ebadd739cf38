import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import type { AggregatedRate } from '@sterling/contract/market.ts';
import { dollarText, parseDecimal, type Rate, type Robux, rate, robux } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dismissToast, toast } from '../../kit/ui/toast.ts';
import { MARKET_EVERY_MS, marketQuery } from '../market/market.tsx';
import { keepBuyDraft, readBuyDraft } from '../orders/buy-draft.ts';
import { useUser } from '../sessions/session.tsx';
import { type Draft, findChosen, isMispriced, mismatchText } from './draft.ts';
import { type OrderBody, useUnansweredOrder } from './placed-order.ts';
import { useSteps } from './step.tsx';
import { useGamepass } from './use-gamepass.ts';

const FIRST_AMOUNT = robux(1000);
const NOTHING: readonly AggregatedRate[] = [];

/** The draft of the buy page, the values derived from it, and the request body of the order. */
export function useDraft() {
  const market = useQuery({ ...marketQuery, refetchOnMount: 'always', refetchInterval: MARKET_EVERY_MS });
  const state = useDraftState();
  const { amount, url, cookie } = state;
  const { check, lookUp } = useGamepass(url, warnOfMismatch);

  const wanted = { amount, hasCookie: cookie.trim() !== '' };
  const fixedRate = state.ratePerThousand ?? state.acceptedRate;
  const identity = { robuxAmount: amount, gamepassUrl: url.trim() };
  const unanswered = useUnansweredOrder(identity, state.ratePerThousand);
  const sent = sentRate(unanswered.shown);
  const draft: Draft = {
    ...wanted,
    // what was sent can only be sent again as it was
    chosen: sent ? undefined : findChosen(market.data ?? NOTHING, fixedRate, wanted),
    sent,
    pass: check.state === 'found' ? check.pass : undefined,
  };
  const steps = useSteps(draft);
  const warning = useToastDismissedWhen(steps.isDone(3));
  return {
    market,
    draft,
    steps,
    check,
    lookUp,
    url,
    cookie,
    isBestRate: fixedRate === null && !sent,
    lostRate: fixedRate !== null && !draft.chosen && !sent,
    /** The body of `draft.sent`, for a press. */
    unansweredNow: unanswered.now,
    body: bodyOf(draft, url, cookie),
    /** Fixes the rate that the buyer sees, so that a retry orders the same. */
    acceptRate: () => state.setAcceptedRate(draft.chosen?.ratePerThousand ?? null),
    ...changesOf(state),
  };

  function warnOfMismatch(pass: Gamepass): void {
    if (!isMispriced({ ...draft, pass })) return;
    warning.current = toast({
      title: t('Price Mismatch'),
      description: mismatchText(pass, amount),
      variant: 'destructive',
    });
  }
}

export type Buying = ReturnType<typeof useDraft>;

/** Returns a ref for the id of a toast. Dismisses that toast when `isOver` becomes true. */
function useToastDismissedWhen(isOver: boolean) {
  const toastId = useRef(0);
  useEffect(() => {
    if (isOver) dismissToast(toastId.current);
  }, [isOver]);
  return toastId;
}

/** What the buyer enters. The next visit starts with its `BuyDraft`. */
function useDraftState() {
  const userId = useUser().id;
  const [before] = useState(() => readBuyDraft(userId));
  const [amount, setAmount] = useState<Robux>(before?.amount ?? FIRST_AMOUNT);
  /** The rate that the buyer chose. Null for the best rate. */
  const [ratePerThousand, setRate] = useState<Rate | null>(before?.ratePerThousand ?? null);
  /** The best rate that the buyer was asked to confirm. */
  const [acceptedRate, setAcceptedRate] = useState<Rate | null>(null);
  const [url, setUrl] = useState(before?.url ?? '');
  const [cookie, setCookie] = useState('');
  useEffect(
    () => void keepBuyDraft(userId, { amount, ratePerThousand, url }),
    [userId, amount, ratePerThousand, url],
  );
  return {
    amount,
    setAmount,
    ratePerThousand,
    setRate,
    acceptedRate,
    setAcceptedRate,
    url,
    setUrl,
    cookie,
    setCookie,
  };
}

function changesOf({
  setAmount,
  setRate,
  setAcceptedRate,
  setUrl,
  setCookie,
}: ReturnType<typeof useDraftState>) {
  return {
    setAmount: (next: Robux) => {
      setAcceptedRate(null);
      setAmount(next);
    },
    chooseRate: (row: AggregatedRate) => setRate(row.ratePerThousand),
    setUrl,
    setCookie,
    /** Forgets the rate, the gamepass and the cookie after an order, because they belong to that order only. */
    clear: () => {
      setRate(null);
      setAcceptedRate(null);
      setUrl('');
      setCookie('');
    },
  };
}

const sentRate = (body: OrderBody | undefined): Draft['sent'] =>
  body && { ratePerThousand: rate(parseDecimal(body.ratePerThousand!, 2)!) };

/** The rate is a maximum price. Null while no rate fits. */
function bodyOf(draft: Draft, url: string, cookie: string): OrderBody | null {
  if (!draft.chosen) return null;
  return {
    robuxAmount: draft.amount,
    gamepassUrl: url.trim(),
    ratePerThousand: dollarText(draft.chosen.ratePerThousand),
    ...(draft.hasCookie && { buyerCookie: cookie.trim() }),
  };
}
