import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { toast } from '../../kit/ui/toast.ts';

/** Where 'Update avatar' leads: to Discord without a prompt, and back to the dashboard. */
export const AVATAR_UPDATE = `/auth/discord?prompt=none&return=${encodeURIComponent('/dashboard?done=avatar')}`;

/** Shows how a sign-in ended. The messages load when they are needed, so the landing page stays small. */
export async function showSignInResult(code: string): Promise<void> {
  const messages = await import('./sign-in-messages.ts').catch(() => null);
  if (messages) toast(messages.messageOf(code));
}

/** Shows in one toast how a sign-in ended, and removes that from the URL. */
export function useSignInResult(): void {
  const [search, setSearch] = useSearchParams();
  const result = search.get('error') ?? search.get('done');
  useEffect(() => {
    if (!result) return;
    void showSignInResult(result);
    setSearch(
      (before) => {
        before.delete('error');
        before.delete('done');
        return before;
      },
      { replace: true },
    );
  }, [result, setSearch]);
}
