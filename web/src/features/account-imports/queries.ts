import { accountImports } from '@sterling/contract/account-imports.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { ACCOUNT_CHANGES, ACCOUNTS_KEY } from '../roblox-accounts/accounts.ts';

/** Events may be lost, so a running import is read again. */
const REFETCH_EVERY_MS = 3_000;

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'import', id],
    queryFn: ({ signal }) => call(accountImports.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? REFETCH_EVERY_MS : false),
  });

export const importsQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'imports'],
  queryFn: ({ signal }) => call(accountImports.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Starts an import. The caller shows the failure. */
export function useStartImport(onStarted: (id: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Given<typeof accountImports.start, 'body'>) => call(accountImports.start, { body }),
    networkMode: 'always',
    onSuccess: (started) => {
      client.setQueryData(importQuery(started.id).queryKey, started);
      onStarted(started.id);
    },
    meta: { changes: ACCOUNT_CHANGES, failed: 'Import not started' },
  });
}

export function useCancelImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountImports.cancel, { params: { id } }),
    onSuccess: (ended) => client.setQueryData(importQuery(id).queryKey, ended),
    meta: { changes: ACCOUNT_CHANGES, failed: 'Import not cancelled' },
  });
}
