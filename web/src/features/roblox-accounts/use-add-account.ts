import type { Given } from '@sterling/contract/endpoint.ts';
import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { formatRate } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { useAccountCache } from './account-cache.ts';

type NewAccount = Given<typeof robloxAccounts.add, 'body'>;

interface Outcomes {
  readonly proxy: 'choose' | 'use';
  readonly onAdded: () => void;
  readonly onFieldError: (field: keyof NewAccount, message: string) => void;
}

/** Adds the account and puts it up for sale. The server tests the cookie first. */
export function useAddAccount({ proxy, onAdded, onFieldError }: Outcomes) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: (body: NewAccount) => call(robloxAccounts.add, { body }),
    networkMode: 'always',
    onSuccess: (account) => {
      cache.show(account);
      toast({
        title: 'Account Added',
        description: `${account.username} is for sale at ${formatRate(account.ratePerThousand)} per 1K`,
      });
      onAdded();
    },
    onError: (error) => {
      const field = fieldOf(error, proxy);
      if (field) onFieldError(field, explain(error));
    },
    meta: { changes: ['roblox-accounts', 'market'], failed: titleOf },
  });
}

const FIELD_OF: Readonly<Record<string, keyof NewAccount>> = {
  invalid_cookie: 'cookie',
  two_factor_required: 'cookie',
  account_exists: 'cookie',
  invalid_amount: 'ratePerThousand',
  ownership_not_confirmed: 'ownershipConfirmed',
};

function fieldOf(error: unknown, proxy: Outcomes['proxy']): keyof NewAccount | undefined {
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
