import { users } from '@sterling/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call, explain } from '../api.ts';
import { toast } from '../ui/toast-store.ts';
import { useLogout } from './session.ts';

/**
 * Deletes the own account, then logs out and goes to '/', also when the call fails. The toast outlives the
 * way there and says what was in the way. `forfeit` gives up money that cannot be paid out.
 */
export function useDeleteAccount() {
  const logout = useLogout('/');
  return useMutation({
    mutationFn: ({ forfeit }: { forfeit: boolean }) =>
      call(users.deleteMe, forfeit ? { body: { forfeit } } : {}),
    onSuccess: () => toast({ title: 'Account deleted', description: 'All your data has been removed.' }),
    onError: (error) => {
      console.error('Failed to delete the account', error);
      // Here the hint alone says it: a 409's mapped message ('This already exists') is about other things.
      const why = (error instanceof ApiError && error.hint) || explain(error);
      toast({ title: 'Delete Failed', description: why, variant: 'destructive' });
    },
    onSettled: () => logout.mutateAsync().catch(() => undefined),
  });
}
