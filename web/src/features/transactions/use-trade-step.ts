import { type TransactionWithEvents, transactions } from '@sterling/contract/transactions.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Attempt, attemptFor } from '../../data/attempt.ts';
import { call, explain } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { tradeQuery } from './queries.ts';
import type { TradeStep } from './trade.ts';

export type Taken =
  | { readonly step: TradeStep; readonly text: string }
  | { readonly step: 'message'; readonly text: string }
  | { readonly step: 'rate'; readonly stars: number; readonly text: string };

const DONE: Readonly<Record<Exclude<Taken['step'], 'message'>, string>> = {
  deliver: 'Marked as delivered',
  confirm: 'Receipt confirmed. The seller is paid',
  cancel: 'Trade cancelled. The money is back with the buyer',
  dispute: 'Dispute opened. Sterling’s staff looks at it',
  rate: 'Thank you for your rating',
};

/** Runs a step of a trade. A retry keeps the idempotency key, so the step runs once. */
export function useTradeStep(id: string, onDone?: () => void) {
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  return useMutation({
    mutationFn: (taken: Taken) => {
      attempt.current = attemptFor(attempt.current, taken);
      return send(id, taken, attempt.current.key);
    },
    // Money must not move later when the connection returns.
    networkMode: 'always',
    onSuccess: (trade, { step }) => {
      attempt.current = null;
      client.setQueryData(tradeQuery(id).queryKey, trade);
      if (step !== 'message') toast({ title: 'Success', description: DONE[step] });
      onDone?.();
    },
    onError: (error) => {
      toast({ title: 'Error', description: explain(error), variant: 'destructive' });
      void client.invalidateQueries({ queryKey: tradeQuery(id).queryKey });
    },
    onSettled: (_, __, { step }) => {
      if (step !== 'message') void refreshAfterTrade(client);
    },
  });
}

/** Refetches everything that a trade changes. */
export async function refreshAfterTrade(client: QueryClient): Promise<void> {
  await Promise.all(
    ['wallet', 'history', 'stats', 'listings'].map((noun) => client.invalidateQueries({ queryKey: [noun] })),
  );
}

function send(id: string, taken: Taken, idempotencyKey: string): Promise<TransactionWithEvents> {
  const params = { id };
  const options = { idempotencyKey };
  const text = taken.text.trim();
  switch (taken.step) {
    case 'deliver':
      return call(transactions.deliver, { params, body: text ? { note: text } : {} }, options);
    case 'confirm':
      return call(transactions.confirm, { params, body: {} }, options);
    case 'cancel':
      return call(transactions.cancel, { params, body: {} }, options);
    case 'dispute':
      return call(transactions.dispute, { params, body: { reason: text } }, options);
    case 'message':
      return call(transactions.messages, { params, body: { text } }, options);
    case 'rate': {
      const { stars } = taken;
      return call(transactions.rate, { params, body: text ? { stars, comment: text } : { stars } }, options);
    }
  }
}
