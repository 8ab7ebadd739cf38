import { users } from '@sterling/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { useLogout } from '../session/session.ts';

/**
 * Deletes the user's account, signs out and opens '/', even if the call fails. The toast stays visible on
 * that page and gives the reason. `forfeit` gives up money that cannot be paid out.
 */
export function useDeleteAccount() {
  const logout = useLogout('/');
  return useMutation({
    mutationFn: ({ forfeit }: { forfeit: boolean }) =>
      call(users.deleteMe, forfeit ? { body: { forfeit } } : {}),
    onSuccess: () => toast({ title: 'Account deleted', description: 'All your data has been removed.' }),
    onError: (error) => console.error('Failed to delete the account', error),
    meta: {
      failed: 'Delete Failed',
      // Uses only the hint, because the required text of a 409 ('This already exists') does not fit here.
      explain: (error) => (error instanceof ApiError && error.hint) || explain(error),
    },
    onSettled: () => logout.mutateAsync().catch(() => undefined),
  });
}
