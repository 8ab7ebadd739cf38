import { wallet as calls, type Wallet } from '@sterling/contract/wallet.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { walletQuery } from './balance-query.ts';

const OF_BUYER = { body: { walletType: 'buyer' } } as const;

/** Creates a deposit address once if the wallet has none. The returned mutation allows a retry. */
export function useDepositAddress(wallet: Wallet | undefined) {
  const client = useQueryClient();
  const generation = useMutation({
    mutationFn: () => call(calls.regenerateKeys, OF_BUYER).catch(() => call(calls.generateAddress, OF_BUYER)),
    networkMode: 'always',
    onSuccess: ({ wallet: { ltcAddress } }) => {
      client.setQueryData(walletQuery('buyer').queryKey, (before) => before && { ...before, ltcAddress });
      toast({ title: 'Address Generated!' });
    },
    meta: { failed: 'Oops!', explain: () => 'Failed to generate address. Please try again.' },
  });
  const { mutate } = generation;
  const started = useRef(false);
  const isMissing = wallet !== undefined && wallet.id !== '' && wallet.ltcAddress === null;
  useEffect(() => {
    if (!isMissing || started.current) return;
    started.current = true;
    mutate();
  }, [isMissing, mutate]);
  return generation;
}
