import type { WalletType } from '@sterling/contract/fields.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newestQuery } from './queries.ts';
import { findUnderWay, movementOf } from './under-way.ts';

/** The pending payments of a wallet. Each change refetches the balance and the history. */
export function useUnderWay(walletType: WalletType) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(newestQuery(walletType));
  const [doneBefore, setDoneBefore] = useState<ReadonlySet<string>>();
  if (data && !doneBefore) {
    setDoneBefore(new Set(data.filter(({ status }) => status !== 'pending').map(({ id }) => id)));
  }

  const movement = data && movementOf(data);
  const before = useRef(movement);
  useEffect(() => {
    if (before.current !== undefined && before.current !== movement) {
      void client.invalidateQueries({
        queryKey: ['wallet', walletType],
        predicate: ({ queryKey }) => queryKey[2] !== 'newest',
      });
    }
    before.current = movement;
  }, [movement, walletType, client]);
  return { rows: data && doneBefore && findUnderWay(data, doneBefore), error, refetch };
}
