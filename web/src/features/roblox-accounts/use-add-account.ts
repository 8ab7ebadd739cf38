import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { formatRate } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { NO_PROXY } from '../proxies/proxy-select.tsx';
import { useAccountCache } from './account-cache.ts';
import type { AccountDraft } from './account-draft.ts';

interface Outcomes {
  readonly proxy: 'choose' | 'use';
  readonly onAdded: () => void;
  readonly onFieldError: (field: keyof AccountDraft, message: string) => void;
}

/** Adds the account and puts it up for sale. The server tests the cookie first. */
export function useAddAccount({ proxy, onAdded, onFieldError }: Outcomes) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: ({ cookie, rate, proxyId, useProxy, isOwn }: AccountDraft) =>
      call(robloxAccounts.add, {
        body: {
          cookie,
          ratePerThousand: rate.trim(),
          ownershipConfirmed: isOwn,
          ...(proxy === 'use' ? { useProxy } : { proxyId: proxyId === NO_PROXY ? null : proxyId }),
        },
      }),
    networkMode: 'always',
    onSuccess: (account) => {
      cache.put(account);
      toast({
        title: 'Account Added',
        description: `${account.username} is for sale at ${formatRate(account.ratePerThousand)} per 1K`,
      });
      onAdded();
    },
    onError: (error) => {
      const field = fieldOf(error, proxy);
      const why = explain(error);
      if (field) onFieldError(field, why);
      toast({ title: titleOf(error), description: why, variant: 'destructive' });
    },
  });
}

const FIELD_OF: Readonly<Record<string, keyof AccountDraft>> = {
  invalid_cookie: 'cookie',
  two_factor_required: 'cookie',
  account_exists: 'cookie',
  invalid_amount: 'rate',
  ownership_not_confirmed: 'isOwn',
};

function fieldOf(error: unknown, proxy: Outcomes['proxy']): keyof AccountDraft | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'invalid_proxy') return proxy === 'use' ? 'useProxy' : 'proxyId';
  return FIELD_OF[error.code];
}

/** The title mentions the cookie only where a new cookie can help. */
function titleOf(error: unknown): string {
  const isElsewhere = error instanceof ApiError && !MAY_BE_THE_COOKIE.includes(error.code);
  return isElsewhere ? "Couldn't add the account" : "Couldn't add the account. Please check the cookie";
}

const MAY_BE_THE_COOKIE = ['invalid_cookie', 'two_factor_required', 'outside_failed'];
