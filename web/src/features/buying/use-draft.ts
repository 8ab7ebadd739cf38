import type { Given } from '@sterling/contract/endpoint.ts';
import { type Robux, robux } from '@sterling/contract/money.ts';
import type { Gamepass, orders } from '@sterling/contract/orders.ts';
import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '../../kit/ui/toast-store.ts';
import { MARKET_EVERY_MS, marketQuery } from '../market/queries.ts';
import { useUser } from '../session/session.ts';
import { type Draft, findChosen, isMispriced } from './draft.ts';
import { mismatchText } from './mismatch.ts';
import { useGamepass } from './use-gamepass.ts';
import { type Steps, useSteps } from './use-steps.ts';

const FIRST_AMOUNT = robux(1000);
const NOTHING: readonly AggregatedRate[] = [];

/** The entries of the buy page, the values derived from them, and the request body of the order. */
export function useDraft() {
  const market = useQuery({ ...marketQuery, refetchOnMount: 'always', refetchInterval: MARKET_EVERY_MS });
  const inputs = useInputs();
  const { amount, ratePerThousand, url, cookie } = inputs;
  const { check, lookUp } = useGamepass(url, warnOfMismatch);

  const wanted = { amount, hasCookie: cookie.trim() !== '' };
  const draft: Draft = {
    ...wanted,
    chosen: findChosen(market.data ?? NOTHING, ratePerThousand, wanted),
    pass: check.state === 'found' ? check.pass : undefined,
  };
  const steps = useSteps(draft);
  return {
    market,
    draft,
    steps,
    check,
    lookUp,
    url,
    cookie,
    lostRate: ratePerThousand !== null && !draft.chosen,
    body: bodyOf(draft, url, cookie),
    ...changesOf(inputs, steps),
  };

  function warnOfMismatch(pass: Gamepass): void {
    if (!isMispriced({ ...draft, pass })) return;
    toast({
      title: 'Price Mismatch',
      description: mismatchText(pass, amount),
      variant: 'destructive',
    });
  }
}

export type Buying = ReturnType<typeof useDraft>;

/** The last entries of each visit, so that buyers can deposit and return. Never holds a cookie. */
let kept: { userId: string; amount: Robux; ratePerThousand: string | null; url: string } | null = null;

function useInputs() {
  const userId = useUser().id;
  const before = kept?.userId === userId ? kept : null;
  const [amount, setAmount] = useState<Robux>(before?.amount ?? FIRST_AMOUNT);
  const [ratePerThousand, setRate] = useState<string | null>(before?.ratePerThousand ?? null);
  const [url, setUrl] = useState(before?.url ?? '');
  const [cookie, setCookie] = useState('');
  useEffect(() => {
    kept = { userId, amount, ratePerThousand, url };
  }, [userId, amount, ratePerThousand, url]);
  return { amount, setAmount, ratePerThousand, setRate, url, setUrl, cookie, setCookie };
}

/** Every change keeps its step open. */
function changesOf({ setAmount, setRate, setUrl, setCookie }: ReturnType<typeof useInputs>, steps: Steps) {
  return {
    setAmount: (next: Robux) => {
      steps.workAt(1);
      setAmount(next);
    },
    chooseRate: (row: AggregatedRate) => {
      steps.workAt(2);
      setRate(row.ratePerThousand);
    },
    setUrl: (next: string) => {
      steps.workAt(3);
      setUrl(next);
    },
    setCookie: (next: string) => {
      steps.workAt(3);
      setCookie(next);
    },
    /** Forgets the gamepass and the cookie after an order, because they belong to that order only. */
    clear: () => {
      setUrl('');
      setCookie('');
      steps.restart();
    },
  };
}

/** The rate is a maximum price. Null while no rate is chosen. */
function bodyOf(draft: Draft, url: string, cookie: string): Given<typeof orders.place, 'body'> | null {
  if (!draft.chosen) return null;
  return {
    robuxAmount: draft.amount,
    gamepassUrl: url.trim(),
    ratePerThousand: draft.chosen.ratePerThousand,
    ...(draft.hasCookie && { buyerCookie: cookie.trim() }),
  };
}
