import type { Given } from '@sterling/contract/endpoint.ts';
import {
  type WithdrawalAddress,
  type WithdrawalAddresses,
  withdrawalAddresses,
} from '@sterling/contract/withdrawal-addresses.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';

export const addressesQuery = queryOptions({
  queryKey: ['withdrawal-addresses'],
  queryFn: ({ signal }) => call(withdrawalAddresses.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Every write answers the whole book, which replaces the shown one. */
function useKeep(onDone: () => void = () => undefined) {
  const client = useQueryClient();
  return (book: WithdrawalAddresses) => {
    client.setQueryData(addressesQuery.queryKey, book);
    onDone();
  };
}

interface NewAddress {
  readonly label: string;
  readonly ltcAddress: string;
}

/** Saves an address. The caller shows the failure. */
export function useAddAddress(onDone: () => void) {
  return useMutation({
    mutationFn: (body: NewAddress) => call(withdrawalAddresses.add, { body }),
    onSuccess: useKeep(onDone),
    meta: { changes: ['inbox'] },
  });
}

export function useRenameAddress(onDone: () => void) {
  return useMutation({
    mutationFn: ({ id, label }: Pick<WithdrawalAddress, 'id' | 'label'>) =>
      call(withdrawalAddresses.rename, { params: { id }, body: { label } }),
    onSuccess: useKeep(onDone),
    meta: { failed: 'Not renamed' },
  });
}

export function useRemoveAddress(onDone: () => void) {
  return useMutation({
    mutationFn: ({ id }: WithdrawalAddress) => call(withdrawalAddresses.remove, { params: { id } }),
    onSuccess: useKeep(onDone),
    meta: { failed: 'Not removed' },
  });
}

/** Sets the own wait for new addresses. */
export function useSetWait() {
  return useMutation({
    mutationFn: (body: Given<typeof withdrawalAddresses.setWait, 'body'>) =>
      call(withdrawalAddresses.setWait, { body }),
    onSuccess: useKeep(),
    meta: { failed: 'Wait not changed', changes: ['inbox'] },
  });
}

/** Whether withdrawals to an address still wait. */
export const isWaiting = ({ usableAt }: Pick<WithdrawalAddress, 'usableAt'>, now = Date.now()): boolean =>
  new Date(usableAt).getTime() > now;

export const hoursIn = (count: number): string => `${count} ${count === 1 ? 'hour' : 'hours'}`;
