import { transactions } from '@sterling/contract/transactions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { TRADE_CHANGES } from '../../data/changes.ts';
import { useOnce } from '../../data/use-once.ts';
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
  dispute: 'Dispute opened. Sterling staff will review it',
  rate: 'Thanks for your rating',
};

/** Runs a step of a trade, once. */
export function useTradeStep(id: string, onDone?: () => void) {
  const client = useQueryClient();
  const { queryKey } = tradeQuery(id);
  return useOnce((taken: Taken) => ENDPOINTS[taken.step], {
    input: (taken) => ({ params: { id }, body: bodyOf(taken) }),
    changes: TRADE_CHANGES,
    failed: 'Error',
    onDone: (trade, { step }) => {
      client.setQueryData(queryKey, trade);
      if (step !== 'message') toast({ title: 'Success', description: DONE[step] });
      onDone?.();
    },
  });
}

const ENDPOINTS = {
  deliver: transactions.deliver,
  confirm: transactions.confirm,
  cancel: transactions.cancel,
  dispute: transactions.dispute,
  message: transactions.messages,
  rate: transactions.rate,
} as const;

function bodyOf(taken: Taken): object {
  const text = taken.text.trim();
  switch (taken.step) {
    case 'deliver':
      return text ? { note: text } : {};
    case 'confirm':
    case 'cancel':
      return {};
    case 'dispute':
      return { reason: text };
    case 'message':
      return { text };
    case 'rate':
      return text ? { stars: taken.stars, comment: text } : { stars: taken.stars };
  }
}
