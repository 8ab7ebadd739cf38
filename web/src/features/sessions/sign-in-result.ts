import { t } from '@sterling/contract/texts.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { toast } from '../../kit/ui/toast.ts';

/** Where 'Update avatar' leads: to Discord without a prompt, and back to the dashboard. */
export const AVATAR_UPDATE = `/auth/discord?prompt=none&return=${encodeURIComponent('/dashboard?done=avatar')}`;

/** Shows why someone is not signed in. The messages load when they are needed, so the landing page stays small. */
export async function showSignInError(code: string): Promise<void> {
  const errors = await import('./sign-in-errors.ts').catch(() => null);
  if (errors)
    toast({ ...errors.messageOf(code), variant: code === 'access_denied' ? 'warning' : 'destructive' });
}

/** Shows in one toast how a sign-in ended, and removes that from the URL. */
export function useSignInResult(): void {
  const [search, setSearch] = useSearchParams();
  const [error, done] = [search.get('error'), search.get('done')];
  useEffect(() => {
    if (!error && !done) return;
    if (error) void showSignInError(error);
    else if (done === 'avatar')
      toast({
        title: t('Avatar updated'),
        description: t('Sterling now shows your current Discord avatar.'),
      });
    setSearch(
      (before) => {
        before.delete('error');
        before.delete('done');
        return before;
      },
      { replace: true },
    );
  }, [error, done, setSearch]);
}
