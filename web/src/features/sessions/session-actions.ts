import { t } from '@sterling/contract/texts.ts';
import { type User, users } from '@sterling/contract/users.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { call, explain, isRefused } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast.ts';
import { loadToaster } from '../../kit/ui/toast-region.tsx';
import { currentUserQuery } from './session.tsx';

const RELOAD_DELAY_MS = 500;
/** The reload waits at most this long for the code of the toasts. */
const TOASTER_MS = 5000;

/** Ends the session, clears the cache and opens the login page. */
export function useLogout() {
  const leave = useLeave('/login');
  return useMutation({
    mutationFn: () => call(users.logout),
    meta: { failed: t('Error') },
    onSuccess: leave,
  });
}

/** Clears the cache after the session has ended, and navigates to `to`. */
export function useLeave(to: '/' | '/login') {
  const client = useQueryClient();
  return async () => {
    // Clears the user first, so that no page refetches data without a session.
    client.setQueryData(currentUserQuery.queryKey, null);
    navigate(to);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'users' });
    await client.refetchQueries({ queryKey: currentUserQuery.queryKey });
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const SWITCHING_TO = {
  buyer: t('Switching to buyer account'),
  seller: t('Switching to seller account'),
} as const;

/** Switches between buyer and seller, then reloads at the dashboard. */
export function useSwitchRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, role }: { user: User; role: 'buyer' | 'seller' }) =>
      call(users.switchRole, { params: { id: user.id }, body: { role } }),
    onSuccess: async (_, { role }) => {
      toast({
        title: t('Switching Account...'),
        description: SWITCHING_TO[role],
        variant: 'info',
      });
      client.cancelQueries();
      // without its code, the toast is plain
      await Promise.race([loadToaster(), sleep(TOASTER_MS)]).catch(() => undefined);
      setTimeout(() => window.location.assign('/dashboard'), RELOAD_DELAY_MS);
    },
    // a second switch to the same role changes nothing
    meta: { failed: t('Error'), explain: () => t('Failed to switch account'), coversNoAnswer: true },
  });
}

/** Saves the chosen role, then opens the dashboard. */
export function useChooseRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, role }: { user: User; role: 'buyer' | 'seller' }) =>
      call(users.switchRole, { params: { id: user.id }, body: { role } }),
    onSuccess: (user) => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'users' });
      client.setQueryData(currentUserQuery.queryKey, user);
      navigate('/dashboard');
    },
    meta: {
      failed: t('Error'),
      explain: (error) =>
        isRefused(error, 'service_unavailable')
          ? explain(error)
          : t("Couldn't update your role. Please try again"),
      coversNoAnswer: true,
    },
  });
}
