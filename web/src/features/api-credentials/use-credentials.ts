import { type ApiCredential, apiCredentials } from '@sterling/contract/api-credentials.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';

export const credentialsQuery = queryOptions({
  queryKey: ['api-credentials'],
  queryFn: ({ signal }) => call(apiCredentials.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Creates a credential. The caller shows its token, or the failure. */
export const useCreateCredential = () =>
  useMutation({
    mutationFn: (body: Given<typeof apiCredentials.create, 'body'>) => call(apiCredentials.create, { body }),
    meta: { changes: ['api-credentials', 'inbox'] },
  });

export function useRevokeCredential(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiCredential) => call(apiCredentials.revoke, { params: { id } }),
    onSuccess: (_, { id, name }) => {
      client.setQueryData(credentialsQuery.queryKey, (known) => known?.filter((one) => one.id !== id));
      toast({ title: 'Token revoked', description: `“${name}” no longer works.` });
      onDone();
    },
    meta: { failed: 'Token not revoked', changes: ['api-credentials', 'inbox'] },
  });
}
