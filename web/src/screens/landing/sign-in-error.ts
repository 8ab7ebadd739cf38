import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { toast } from '../../kit/ui/toast-store.ts';

const MESSAGES: Readonly<Record<string, { title: string; description: string }>> = {
  access_denied: {
    title: 'Sign-in cancelled',
    description: 'You declined access on Discord. Nothing was shared.',
  },
  invalid_state: {
    title: 'Sign-in expired',
    description: 'Your sign-in link expired or was already used. Please try again.',
  },
  too_many_requests: {
    title: 'Too many sign-ins',
    description: 'There were too many sign-ins from your network. Please try again in an hour.',
  },
  banned: { title: 'This account has been suspended', description: 'You cannot sign in with it.' },
};

/** Shows why a sign-in failed in one toast and removes the error from the URL. */
export function useSignInError(): void {
  const [search, setSearch] = useSearchParams();
  const code = search.get('error');
  useEffect(() => {
    if (!code) return;
    const message = MESSAGES[code] ?? { title: 'Sign-in failed', description: 'Please try again.' };
    toast({ ...message, variant: code === 'access_denied' ? 'warning' : 'destructive' });
    setSearch(
      (before) => {
        before.delete('error');
        return before;
      },
      { replace: true },
    );
  }, [code, setSearch]);
}
