import { t } from '@sterling/contract/texts.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { toast } from '../../kit/ui/toast.tsx';

const BANNED = {
  title: t('This account has been suspended'),
  description: t('You cannot sign in with it. If this is a mistake, contact our staff.'),
};

const ERRORS: Readonly<Record<string, { title: string; description: string }>> = {
  access_denied: {
    title: t('Sign-in cancelled'),
    description: t('You declined access on Discord. Nothing was shared.'),
  },
  discord_failed: {
    title: t('Sign-in failed'),
    description: t('Discord did not confirm your sign-in. Please try again in a moment.'),
  },
  invalid_state: {
    title: t('Sign-in expired'),
    description: t('Your sign-in link expired or was already used. Please try again.'),
  },
  too_many_requests: {
    title: t('Too many sign-ins'),
    description: t('There were too many sign-ins from your network. Please try again in an hour.'),
  },
  login_required: {
    title: t('Avatar not updated'),
    description: t('Discord wants you to sign in again. Log out here, then sign in.'),
  },
  banned: BANNED,
};

/** Where 'Update avatar' leads: to Discord without a prompt, and back to the dashboard. */
export const AVATAR_UPDATE = `/auth/discord?prompt=none&return=${encodeURIComponent('/dashboard?done=avatar')}`;

/** Tells the user of an open page that they have been banned. */
export const showBanned = () => toast({ ...BANNED, variant: 'destructive' });

/** Shows in one toast how a sign-in ended, and removes that from the URL. */
export function useSignInResult(): void {
  const [search, setSearch] = useSearchParams();
  const [error, done] = [search.get('error'), search.get('done')];
  useEffect(() => {
    if (!error && !done) return;
    if (error) {
      const message = ERRORS[error] ?? { title: t('Sign-in failed'), description: t('Please try again.') };
      toast({ ...message, variant: error === 'access_denied' ? 'warning' : 'destructive' });
    } else if (done === 'avatar')
      toast({ title: t('Avatar updated'), description: t('Sterling shows your present avatar of Discord.') });
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
