import { type User, users } from '@sterling/contract/users.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { call } from '../../data/call.ts';
import { CURRENT_USER_KEY } from '../../data/changes.ts';
import { toast } from '../../kit/ui/toast-store.ts';

const USER_CACHE_MS = 5 * 60_000;
const RELOAD_DELAY_MS = 500;

/**
 * The current user, or null if nobody is signed in. Failures other than a 401 also count as signed out and
 * are logged.
 */
export const currentUserQuery = queryOptions({
  queryKey: CURRENT_USER_KEY,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(users.me, undefined, { signal, on401: 'null' });
    } catch (error) {
      if (signal.aborted) throw error;
      console.error('Failed to get current user', error);
      return null;
    }
  },
  staleTime: USER_CACHE_MS,
  retry: false,
});

/** `user` is undefined while loading and null if nobody is signed in. */
export function useCurrentUser(): { user: User | null | undefined } {
  const { data } = useQuery(currentUserQuery);
  return { user: data };
}

/** The current user, for pages that require a sign-in. */
export function useUser(): User {
  const { user } = useCurrentUser();
  if (!user) throw new Error('useUser was called where nobody is signed in');
  return user;
}

/** Ends the session, clears the cache and navigates to `to`. */
export function useLogout(to = '/login') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(users.logout),
    meta: { failed: 'Error' },
    onSuccess: async () => {
      // Clears the user first, so that no page refetches data without a session.
      client.setQueryData(currentUserQuery.queryKey, null);
      navigate(to);
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'users' });
      await client.refetchQueries({ queryKey: currentUserQuery.queryKey });
    },
  });
}

/** Switches between buyer and seller, then reloads at the dashboard. */
export function useSwitchRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, role }: { user: User; role: 'buyer' | 'seller' }) =>
      call(users.switchRole, { params: { id: user.id }, body: { role } }),
    onSuccess: (_, { role }) => {
      toast({
        title: 'Switching Account...',
        description: `Switching to ${role} account`,
        variant: 'info',
      });
      client.cancelQueries();
      setTimeout(() => window.location.assign('/dashboard'), RELOAD_DELAY_MS);
    },
    meta: { failed: 'Error', explain: () => 'Failed to switch account' },
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
    meta: { failed: 'Error', explain: () => "Couldn't update your role. Please try again" },
  });
}
