import { dollarText, type Rate } from '@sterling/contract/money.ts';
import { type Fulfilment, type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { call, explain, isRefused } from '../../data/call.ts';
import { ACCOUNT_CHANGES } from '../../data/change-groups.ts';
import { RATE_RANGE } from '../../kit/form/rate-field.tsx';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { nameOf } from '../proxies/proxies.tsx';
import { isForSale, shownStatus, troubleOf, useShowAccount } from './accounts.ts';

/** Puts an account on sale or takes it off sale. */
export function useChangeStatus({ id }: RobloxAccount) {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: (status: 'online' | 'offline') =>
      call(robloxAccounts.update, { params: { id }, body: { status } }),
    onSuccess: (account) => {
      showAccount(account);
      // Roblox or Sterling may keep an activated account off sale
      const trouble = account.isActive && account.statusReason;
      const done = isForSale(account)
        ? t('Account activated and listed for sale')
        : t('Account deactivated and removed from sale');
      toast({
        title: t('Status Updated'),
        description: trouble || done,
        ...(trouble && { variant: 'warning' }),
      });
    },
    meta: { changes: ACCOUNT_CHANGES, failed: t('Status Update Failed') },
  });
}

/** Sets who buys the gamepass: Sterling with the account's cookie, or the seller in their own browser. */
export function useChangeFulfilment({ id, username }: RobloxAccount) {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: (fulfilment: Fulfilment) =>
      call(robloxAccounts.update, { params: { id }, body: { fulfilment } }),
    onSuccess: (account) => {
      showAccount(account);
      toast({
        title: t('Fulfilment updated'),
        description:
          account.fulfilment === 'manual'
            ? t('{username} is now manual. Each order shows its deadline', { username })
            : t('{username} is automatic again', { username }),
      });
    },
    meta: { changes: ACCOUNT_CHANGES, failed: t('Update Failed') },
  });
}

/** Sets the proxy of the account. Null means no proxy. The dialog shows a refusal at the field. */
export function useChangeProxy({ id, username }: RobloxAccount) {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: (proxyId: string | null) =>
      call(robloxAccounts.update, { params: { id }, body: { proxyId } }),
    onSuccess: (account) => {
      showAccount(account);
      const way = account.proxy
        ? t('{username} connects through {proxy}', { username, proxy: nameOf(account.proxy) })
        : t('{username} connects directly', { username });
      toast({
        title: t('Proxy updated'),
        description: isForSale(account) ? way : `${way}. ${t('Activate it to sell')}`,
      });
    },
    meta: { changes: ACCOUNT_CHANGES, failed: t('Update Failed') },
  });
}

/** Refreshes the Robux balance. A dead cookie or a moderated account also shows up here, so the toast reports it. */
export function useRefreshBalance({ id }: RobloxAccount) {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: () => call(robloxAccounts.refreshBalance, { params: { id } }),
    onSuccess: (account) => {
      showAccount(account);
      const trouble = troubleOf(account);
      if (trouble !== null) {
        toast({ title: shownStatus(account).text, description: trouble, variant: 'warning' });
        return;
      }
      toast({
        title: t('Balance Updated'),
        description: t('{username} holds {robuxBalance} R$', {
          username: account.username,
          robuxBalance: formatWhole(account.robuxBalance),
        }),
      });
    },
    meta: { changes: ACCOUNT_CHANGES, failed: t('Update Failed') },
  });
}

/** Sets the rate of an account. A price rule may set another one later. */
export function useChangeRate({ id, username }: RobloxAccount) {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: (rate: Rate) =>
      call(robloxAccounts.update, { params: { id }, body: { ratePerThousand: dollarText(rate) } }),
    onSuccess: (account) => {
      showAccount(account);
      const rate = formatRate(account.ratePerThousand);
      const rule = account.priceRule?.name;
      toast({
        title: t('Rate Updated'),
        description: rule
          ? t(
              'The rate of {username} is {rate} per 1K until your price rule “{rule}” sets it again. Turn the rule off to keep yours.',
              { username, rate, rule },
            )
          : t('The rate of {username} is now {rate} per 1K', { username, rate }),
      });
    },
    meta: {
      changes: ACCOUNT_CHANGES,
      failed: t('Update Failed'),
      explain: (error) =>
        t('Failed to update rate. {problem}', {
          problem: isRefused(error, 'invalid_amount') ? `${RATE_RANGE}.` : explain(error),
        }),
    },
  });
}

/** Replaces the cookie. The server tests it immediately. */
export function useUpdateCookie({ id, username }: RobloxAccount) {
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: (cookie: string) => call(robloxAccounts.updateCookie, { params: { id }, body: { cookie } }),
    onSuccess: (account) => {
      showAccount(account);
      toast({
        title: t('Cookie Updated'),
        description: isForSale(account)
          ? t("{username}'s cookie works and it's on sale", { username })
          : t("{username}'s cookie works", { username }),
      });
    },
    meta: {
      changes: ACCOUNT_CHANGES,
      failed: t('Update Failed'),
      explain: (error) =>
        isRefused(error, 'invalid_cookie')
          ? t('Failed to update cookie. Please check the cookie and try again.')
          : explain(error),
    },
  });
}
