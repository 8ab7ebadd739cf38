import { type AdminUser, admin } from '@sterling/contract/admin.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { factors } from '@sterling/contract/factors.ts';
import type { WalletType } from '@sterling/contract/fields.ts';
import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { sessions } from '@sterling/contract/sessions.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { call, explain, isRefused } from '../../data/call.ts';
import { serverNow } from '../../data/server-time.ts';
import { useOnce } from '../../data/use-once.ts';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { toast } from '../../kit/ui/toast.ts';

/** Owners can edit themselves, so the current user may have changed too. */
const CHANGES = ['admin', 'users', 'reviews'] as const;

const NOT_UPDATED = {
  changes: CHANGES,
  failed: t('Update Failed'),
  explain: (error: unknown) => t('Could not update user settings. {error}', { error: explain(error) }),
};

/** Saves the role and flags of a user. It deletes nothing. */
export function useEditPerson(person: AdminUser, onDone: () => void) {
  return useMutation({
    mutationFn: (body: Given<typeof admin.editUser, 'body'>) =>
      call(admin.editUser, { params: { id: person.id }, body }),
    onSuccess: () => {
      toast({
        title: t('User updated'),
        description: t('{username} has been saved.', { username: displayName(person.username) }),
      });
      onDone();
    },
    meta: NOT_UPDATED,
  });
}

/** Signs a user out everywhere. */
export function useEndSessions(person: AdminUser, onDone: () => void) {
  return useMutation({
    mutationFn: () => call(sessions.endOfUser, { params: { id: person.id } }),
    onSuccess: ({ ended }) => {
      toast({
        title: t('User signed out'),
        description: plural(
          ended,
          '{username} was signed out of {ended} session.',
          '{username} was signed out of {ended} sessions.',
          { username: displayName(person.username), ended },
        ),
      });
      onDone();
    },
    meta: { failed: t('Sign-out failed'), changes: ['admin', 'reviews'] },
  });
}

/** Bans a user and deletes their data. */
export function useBan({ onBanned, onFailed }: { onBanned: () => void; onFailed: () => void }) {
  return useMutation({
    mutationFn: ({ id }: AdminUser) => call(admin.editUser, { params: { id }, body: { isBanned: true } }),
    onSuccess: ({ deleted }, { username }) => {
      toast({
        title: t('User banned'),
        description: [
          t('{username} is banned.', { username: displayName(username) }),
          ...(deleted ? [t('The data of the account has been deleted.')] : []),
        ].join(' '),
      });
      onBanned();
    },
    meta: {
      changes: CHANGES,
      failed: t('Delete Failed'),
      explain: (error) => t('Could not delete account. {error}', { error: explain(error) }),
    },
    onError: onFailed,
  });
}

/** Lets a banned user sign in again. */
export function useUnban() {
  return useMutation({
    mutationFn: ({ id }: AdminUser) => call(admin.editUser, { params: { id }, body: { isBanned: false } }),
    onSuccess: (_, { username }) =>
      toast({
        title: t('User unbanned'),
        description: t('{username} may sign in again.', { username: displayName(username) }),
      }),
    meta: NOT_UPDATED,
  });
}

/** Corrects a user's wallet, once. */
export function useCorrect(person: AdminUser, onDone: () => void) {
  return useOnce(admin.correct, {
    input: (body: Given<typeof admin.correct, 'body'>) => ({ body }),
    // another wording of the reason is not another correction
    identity: ({ reason: _, ...correction }) => correction,
    changes: ['admin', 'users', 'wallet', 'reviews'],
    failed: t('Correction failed'),
    explain: (error) =>
      isRefused(error, 'insufficient_balance') ? t('The wallet has less than this.') : explain(error),
    onDone: ({ balance, waiting }, { walletType }) => {
      if (waiting) toast({ title: t('Correction requested'), description: NEEDS_APPROVAL });
      else
        toast({
          title: t('Correction booked'),
          description: bookedText(walletType, displayName(person.username), formatUsd(balance)),
        });
      onDone();
    },
  });
}

const bookedText = (walletType: WalletType, username: string, balance: string): string =>
  walletType === 'buyer'
    ? t('The buyer wallet of {username} now holds {balance}.', { username, balance })
    : t('The seller wallet of {username} now holds {balance}.', { username, balance });

const NEEDS_APPROVAL = t('Another member of the staff has to approve it. Nothing has been moved yet.');

/** Lets a user add Roblox accounts again that were taken by mistake. */
export function useAllowAccounts(person: AdminUser, onDone: () => void) {
  return useMutation({
    mutationFn: (reason: string) =>
      call(robloxAccounts.allowOfUser, { params: { id: person.id }, body: { reason } }),
    onSuccess: ({ allowed }) => {
      toast({
        title: t('Accounts allowed'),
        description: plural(
          allowed,
          '{username} may add {allowed} Roblox account again.',
          '{username} may add {allowed} Roblox accounts again.',
          { username: displayName(person.username), allowed },
        ),
      });
      onDone();
    },
    meta: { failed: t('Not allowed'), changes: ['admin'] },
  });
}

/** Requests that the second factors of a person are removed after the waiting time. */
export function useResetFactor(person: AdminUser, onDone: () => void) {
  return useMutation({
    mutationFn: (reason: string) =>
      call(factors.requestReset, { params: { id: person.id }, body: { reason } }),
    onSuccess: ({ dueAt }) => {
      toast({
        title: t('Reset requested'),
        description: dueText(displayName(person.username), dueAt),
      });
      onDone();
    },
    meta: { failed: t('Reset failed'), changes: ['admin'] },
  });
}

/** Without a waiting time, nobody can cancel it. */
const dueText = (username: string, dueAt: Date): string =>
  dueAt.getTime() > serverNow()
    ? t('{username} can cancel it until {dueAt}.', { username, dueAt: formatTime(dueAt) })
    : t('The second factors of {username} are removed now.', { username });

/** Cancels a reset that waits. */
export const useWithdrawReset = (person: AdminUser, onDone?: () => void) =>
  useMutation({
    mutationFn: () => call(factors.withdrawReset, { params: { id: person.id } }),
    onSuccess: () => {
      toast({
        title: t('Reset cancelled'),
        description: t('The second factor of {username} stays.', { username: displayName(person.username) }),
      });
      onDone?.();
    },
    meta: { failed: t('Not cancelled'), changes: ['admin'] },
  });
