import type { Given } from '@sterling/contract/endpoint.ts';
import { type Factor, factors, type Security } from '@sterling/contract/factors.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast.ts';

export const securityQuery = queryOptions({
  queryKey: ['factors', 'own'],
  queryFn: ({ signal }) => call(factors.read, undefined, { signal }),
  refetchOnMount: 'always',
});

/**
 * Whether the user sets up a first factor. It stays true after the factor is added, because the recovery codes are then shown
 * once, until `finish` is called.
 */
export function useFirstFactor(isNeeded: boolean) {
  const { data, isPending } = useQuery(securityQuery);
  const hasFactor = data ? data.factors.length > 0 : null;
  const [setsUp, setSetsUp] = useState(false);
  if (isNeeded && hasFactor === false && !setsUp) setSetsUp(true);
  return { isPending, hasFactor, setsUp, finish: () => setSetsUp(false) };
}

/** Stores the answer of a write, so that the section shows it without another call. */
function useKeep() {
  const client = useQueryClient();
  return (security: Security) => client.setQueryData(securityQuery.queryKey, security);
}

const CHANGES = ['factors', 'users', 'inbox'] as const;

/** Begins to add an authenticator app. */
export const useTotpSecret = () =>
  useMutation({
    mutationFn: () => call(factors.totpSecret),
    meta: { failed: t('Not set up') },
  });

/** Adds the authenticator app with a first code. The caller shows the failure. */
export function useAddTotp() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (body: { name: string; code: string }) => call(factors.addTotp, { body }),
    onSuccess: ({ security }) => keep(security),
    meta: { changes: CHANGES },
  });
}

/** Makes a passkey in this browser and adds it. The caller shows the failure. */
export function useAddPasskey() {
  const keep = useKeep();
  return useMutation({
    mutationFn: async (name: string) => {
      const { makePasskey } = await import('./passkeys.ts');
      const answer = await makePasskey(await call(factors.passkeyOptions));
      return call(factors.addPasskey, { body: { name, answer } });
    },
    onSuccess: ({ security }) => keep(security),
    meta: { changes: CHANGES },
  });
}

/** Renames a second factor. The name is only for its owner. */
export function useRename(onDone: () => void) {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Factor, 'id' | 'name'>) =>
      call(factors.rename, { params: { id }, body: { name } }),
    onSuccess: (security) => {
      keep(security);
      onDone();
    },
    meta: { failed: t('Not renamed'), replaces: ['factors'] },
  });
}

/** Removes a second factor. With the last one, the recovery codes are deleted. */
export function useRemove(onDone: () => void) {
  const keep = useKeep();
  return useMutation({
    mutationFn: ({ id }: Factor) => call(factors.remove, { params: { id } }),
    onSuccess: (security, { name }) => {
      keep(security);
      toast({
        title: t('Second factor removed'),
        description: t('“{name}” no longer confirms your actions.', { name }),
      });
      onDone();
    },
    meta: { failed: t('Not removed'), changes: CHANGES },
  });
}

/** Makes new recovery codes. The old ones no longer work. */
export const useNewCodes = (onDone: (codes: string[]) => void) =>
  useMutation({
    mutationFn: () => call(factors.renewRecoveryCodes),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    meta: { failed: t('No new codes'), changes: CHANGES },
  });

/** Sets what can be withdrawn per day without a check. */
export function useWithdrawalLimit() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (body: Given<typeof factors.setWithdrawalLimit, 'body'>) =>
      call(factors.setWithdrawalLimit, { body }),
    onSuccess: keep,
    meta: { failed: t('Limit not changed'), replaces: ['factors'] },
  });
}

/** Cancels a reset that staff requested. */
export function useCancelReset() {
  const keep = useKeep();
  return useMutation({
    mutationFn: () => call(factors.cancelReset),
    onSuccess: (security) => {
      keep(security);
      toast({ title: t('Reset cancelled'), description: t('Your second factors stay.') });
    },
    meta: { failed: t('Not cancelled'), changes: CHANGES },
  });
}
