import { type AdminUser, admin } from '@sterling/contract/admin.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { factors } from '@sterling/contract/factors.ts';
import { sessions } from '@sterling/contract/sessions.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { useOnce } from '../../data/use-once.ts';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { toast } from '../../kit/ui/toast.tsx';

/** Owners can edit themselves, so the current user may have changed too. */
const CHANGES = ['admin', 'users'] as const;

const NOT_UPDATED = {
  changes: CHANGES,
  failed: 'Update Failed',
  explain: (error: unknown) => `Could not update user settings. ${explain(error)}`,
};

/** Saves the role and flags of a user. It deletes nothing. */
export function useEditPerson(person: AdminUser, onDone: () => void) {
  return useMutation({
    mutationFn: (body: Given<typeof admin.editUser, 'body'>) =>
      call(admin.editUser, { params: { id: person.id }, body }),
    onSuccess: () => {
      toast({ title: 'User updated', description: `${displayName(person.username)} has been saved.` });
      onDone();
    },
    meta: NOT_UPDATED,
  });
}

/** Signs a user out everywhere. */
export function useEndSessions(person: AdminUser, onDone?: () => void) {
  return useMutation({
    mutationFn: () => call(sessions.endOfUser, { params: { id: person.id } }),
    onSuccess: ({ ended }) => {
      toast({
        title: 'User signed out',
        description: `${displayName(person.username)} was signed out of ${ended === 1 ? '1 session' : `${ended} sessions`}.`,
      });
      onDone?.();
    },
    meta: { failed: 'Sign-out failed', changes: ['admin'] },
  });
}

/** Bans a user and deletes their data. */
export function useBan(onSettled: () => void) {
  return useMutation({
    mutationFn: ({ id }: AdminUser) => call(admin.editUser, { params: { id }, body: { isBanned: true } }),
    onSuccess: ({ deleted }, { username }) =>
      toast({
        title: 'User banned',
        description: `${displayName(username)} is banned.${deleted ? ' The data of the account has been deleted.' : ''}`,
      }),
    meta: {
      changes: CHANGES,
      failed: 'Delete Failed',
      explain: (error) => `Could not delete account. ${explain(error)}`,
    },
    onSettled,
  });
}

/** Lets a banned user sign in again. */
export function useUnban() {
  return useMutation({
    mutationFn: ({ id }: AdminUser) => call(admin.editUser, { params: { id }, body: { isBanned: false } }),
    onSuccess: (_, { username }) =>
      toast({ title: 'User unbanned', description: `${displayName(username)} may sign in again.` }),
    meta: NOT_UPDATED,
  });
}

/** Corrects a user's wallet, once. */
export function useCorrect(person: AdminUser, onDone: () => void) {
  return useOnce(admin.correct, {
    input: (body: Given<typeof admin.correct, 'body'>) => ({ body }),
    changes: ['admin', 'users', 'wallet'],
    failed: 'Correction failed',
    onDone: ({ balance, waiting }, { walletType }) => {
      if (waiting) toast({ title: 'Correction requested', description: NEEDS_APPROVAL });
      else
        toast({
          title: 'Correction booked',
          description: `The ${walletType} wallet of ${displayName(person.username)} now holds ${formatUsd(balance)}.`,
        });
      onDone();
    },
  });
}

const NEEDS_APPROVAL = 'Another member of the staff has to approve it. Nothing has been moved yet.';

/** Requests that the second factors of a person are removed after the waiting time. */
export function useResetFactor(person: AdminUser, onDone: () => void) {
  return useMutation({
    mutationFn: (reason: string) =>
      call(factors.requestReset, { params: { id: person.id }, body: { reason } }),
    onSuccess: ({ dueAt }) => {
      toast({
        title: 'Reset requested',
        description: `${displayName(person.username)} can cancel it until ${formatTime(dueAt)}.`,
      });
      onDone();
    },
    meta: { failed: 'Reset failed', changes: ['admin'] },
  });
}

/** Cancels a reset that waits. */
export const useWithdrawReset = (person: AdminUser, onDone?: () => void) =>
  useMutation({
    mutationFn: () => call(factors.withdrawReset, { params: { id: person.id } }),
    onSuccess: () => {
      toast({
        title: 'Reset cancelled',
        description: `The second factor of ${displayName(person.username)} stays.`,
      });
      onDone?.();
    },
    meta: { failed: 'Not cancelled', changes: ['admin'] },
  });
