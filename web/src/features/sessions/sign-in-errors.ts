import { t } from '@sterling/contract/texts.ts';

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
  banned: {
    title: t('This account has been suspended'),
    description: t('You cannot sign in with it. If this is a mistake, contact our staff.'),
  },
};

/** What a toast says about an error of the sign-in. */
export const messageOf = (code: string): { title: string; description: string } =>
  ERRORS[code] ?? { title: t('Sign-in failed'), description: t('Please try again.') };
