import { type ApiCredential, apiCredentials } from '@sterling/contract/api-credentials.ts';
import type { ApiScope, Given } from '@sterling/contract/endpoint.ts';
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

/** What a scope allows, in words. */
export const SCOPES: readonly { readonly scope: ApiScope; readonly label: string; readonly note: string }[] =
  [
    { scope: 'read', label: 'Read', note: 'Your orders, trades, balances, accounts and the market' },
    { scope: 'trade', label: 'Trade', note: 'Place orders and pre-orders, list, buy and deliver' },
    {
      scope: 'manage-accounts',
      label: 'Manage accounts',
      note: 'Add, change and delete Roblox accounts and proxies',
    },
  ];

export const labelOf = (scope: ApiScope): string => SCOPES.find((one) => one.scope === scope)!.label;

export const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const;
export type Lifetime = (typeof LIFETIMES)[number]['value'];

const DAY_MS = 86_400_000;

/** When a credential with this lifetime expires, as ISO 8601; null for never. */
export const expiryOf = (lifetime: Lifetime, now = Date.now()): string | null =>
  lifetime === 'never' ? null : new Date(now + Number(lifetime) * DAY_MS).toISOString();

/** Networks as a person enters them: separated by commas, spaces or lines. */
export const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');
