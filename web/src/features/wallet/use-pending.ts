import type { WalletType } from '@sterling/contract/fields.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findPending, fingerprintOf } from './pending.ts';
import { newestQuery } from './queries.ts';

/** The pending payments of a wallet. Each change refetches the balance and the history. */
export function usePending(walletType: WalletType) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(newestQuery(walletType));
  const [doneBefore, setDoneBefore] = useState<ReadonlySet<string>>();
  if (data && !doneBefore) {
    setDoneBefore(new Set(data.filter(({ status }) => status !== 'pending').map(({ id }) => id)));
  }

  const fingerprint = data && fingerprintOf(data);
  const before = useRef(fingerprint);
  useEffect(() => {
    if (before.current !== undefined && before.current !== fingerprint) {
      void client.invalidateQueries({
        queryKey: ['wallet', walletType],
        predicate: ({ queryKey }) => queryKey[2] !== 'newest',
      });
    }
    before.current = fingerprint;
  }, [fingerprint, walletType, client]);
  return { rows: data && doneBefore && findPending(data, doneBefore), error, refetch };
}
