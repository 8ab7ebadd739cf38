import type { Rate } from '@sterling/contract/money.ts';
import { dollarText } from '@sterling/contract/money.ts';
import { type Fulfilment, type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { nameOf } from '../proxies/status.tsx';
import { useAccountCache } from './account-cache.ts';
import { isForSale, needsCookie, shownStatus } from './status.ts';

export function useChangeStatus({ id }: RobloxAccount) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: (status: 'online' | 'offline') =>
      call(robloxAccounts.update, { params: { id }, body: { status } }),
    onSuccess: (account) => {
      cache.put(account);
      toast({
        title: 'Status Updated',
        description: isForSale(account)
          ? 'Account activated and listed for sale'
          : 'Account deactivated and removed from sale',
      });
    },
    onError: (error) => {
      toast({ title: 'Status Update Failed', description: explain(error), variant: 'destructive' });
      return cache.invalidate();
    },
  });
}

/** Sets who buys the gamepass: Sterling with the account's cookie, or the seller in their own browser. */
export function useChangeFulfilment({ id, username }: RobloxAccount) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: (fulfilment: Fulfilment) =>
      call(robloxAccounts.update, { params: { id }, body: { fulfilment } }),
    onSuccess: (account) => {
      cache.put(account);
      toast({
        title: 'Fulfilment Updated',
        description:
          account.fulfilment === 'manual'
            ? `${username} is now manual. Each order shows its deadline`
            : `${username} is automatic again`,
      });
    },
    onError: (error) => {
      toast({ title: 'Update Failed', description: explain(error), variant: 'destructive' });
      return cache.invalidate();
    },
  });
}

/** Sets the proxy of the account. Null means no proxy. The dialog shows a refusal at the field. */
export function useChangeProxy({ id, username }: RobloxAccount) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: (proxyId: string | null) =>
      call(robloxAccounts.update, { params: { id }, body: { proxyId } }),
    networkMode: 'always',
    onSuccess: (account) => {
      cache.put(account);
      const way = account.proxy ? `connects through ${nameOf(account.proxy)}` : 'connects directly';
      const next = isForSale(account) ? '' : '. Activate it to sell';
      toast({ title: 'Proxy Updated', description: `${username} ${way}${next}` });
    },
    onError: (error) => {
      toast({ title: 'Update Failed', description: explain(error), variant: 'destructive' });
      return cache.invalidate();
    },
  });
}

/** Refreshes the Robux balance. A dead cookie also shows up here, so the toast reports it. */
export function useRefreshBalance({ id }: RobloxAccount) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: () => call(robloxAccounts.refreshBalance, { params: { id } }),
    onSuccess: (account) => {
      cache.put(account);
      if (needsCookie(account)) {
        const description = account.statusReason ?? undefined;
        toast({ title: shownStatus(account).text, description, variant: 'warning' });
        return;
      }
      toast({
        title: 'Balance Updated',
        description: `${account.username} holds ${formatWhole(account.robuxBalance)} R$`,
      });
    },
    onError: (error) => {
      toast({ title: 'Update Failed', description: explain(error), variant: 'destructive' });
      return cache.invalidate();
    },
  });
}

export function useChangeRate({ id, username }: RobloxAccount) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: (rate: Rate) =>
      call(robloxAccounts.update, { params: { id }, body: { ratePerThousand: dollarText(rate) } }),
    onSuccess: (account) => {
      cache.put(account);
      toast({
        title: 'Rate Updated',
        description: `${username} sells at ${formatRate(account.ratePerThousand)} per 1K`,
      });
    },
    onError: (error) => {
      const isRefusedRate = error instanceof ApiError && error.code === 'invalid_amount';
      toast({
        title: 'Update Failed',
        description: isRefusedRate
          ? 'Failed to update rate. Rate must be between $1 and $6.'
          : `Failed to update rate. ${explain(error)}`,
        variant: 'destructive',
      });
      return cache.invalidate();
    },
  });
}

/** Replaces the cookie. The server tests it immediately. */
export function useUpdateCookie({ id, username }: RobloxAccount) {
  const cache = useAccountCache();
  return useMutation({
    mutationFn: (cookie: string) => call(robloxAccounts.updateCookie, { params: { id }, body: { cookie } }),
    onSuccess: (account) => {
      cache.put(account);
      toast({
        title: 'Cookie Updated',
        description: isForSale(account)
          ? `${username}'s cookie works and it's on sale`
          : `${username}'s cookie works`,
      });
    },
    onError: () => {
      toast({
        title: 'Update Failed',
        description: 'Failed to update cookie. Please check the cookie and try again.',
        variant: 'destructive',
      });
      return cache.invalidate();
    },
  });
}
