import { t } from '@sterling/contract/texts.ts';
import type { Toast } from '../../kit/ui/toast.ts';

type Message = Omit<Toast, 'id'>;

const failed = (title: string, description: string): Message => ({
  title,
  description,
  variant: 'destructive',
});

const AVATAR_UPDATED: Message = {
  title: t('Avatar updated'),
  description: t('Sterling now shows your current Discord avatar.'),
};

const ERRORS: Readonly<Record<string, Message>> = {
  access_denied: {
    title: t('Sign-in cancelled'),
    description: t('You declined access on Discord. Nothing was shared.'),
    variant: 'warning',
  },
  discord_failed: failed(
    t('Sign-in failed'),
    t('Discord did not confirm your sign-in. Please try again in a moment.'),
  ),
  invalid_state: failed(
    t('Sign-in expired'),
    t('Your sign-in link expired or was already used. Please try again.'),
  ),
  too_many_requests: failed(
    t('Too many sign-ins'),
    t('There were too many sign-ins from your network. Please try again in an hour.'),
  ),
  login_required: failed(
    t('Avatar not updated'),
    t('Discord wants you to sign in again. Log out here, then sign in.'),
  ),
  banned: failed(
    t('This account has been suspended'),
    t('You cannot sign in with it. If this is a mistake, contact our staff.'),
  ),
};

/** The toast for the end of a sign-in: the code of an error, or what was done. Null for a `done` that the page does not know. */
export function messageOf(error: string | null, done: string | null): Message | null {
  if (!error) return done === 'avatar' ? AVATAR_UPDATED : null;
  const known = Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined;
  return known ?? failed(t('Sign-in failed'), t('Please try again.'));
}

/** What ends with the sessions when someone is signed out everywhere: `endAccessOf()` of the server. */
export const ENDS_WITH_SESSIONS = t(
  'API tokens are revoked, webhooks are switched off, and the Discord webhook is removed. Standing orders pause, price rules turn off, account imports stop, waiting pre-orders close, and withdrawals that are not paid yet wait for our review.',
);
