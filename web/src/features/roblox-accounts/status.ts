import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import type { Tone } from '../../kit/ui/badge.tsx';

type State = Pick<RobloxAccount, 'status' | 'isActive'>;

/** The label and colour of a status. */
export function shownStatus({ status, isActive }: State): { text: string; tone: Tone } {
  if (status === '2fa_required') return { text: '2FA Required', tone: 'warn' };
  if (status === 'invalid_cookie') return { text: 'Invalid Cookie', tone: 'bad' };
  if (status === 'online' && isActive) return { text: 'Active - For Sale', tone: 'good' };
  return { text: 'Not Active - Not for Sale', tone: 'neutral' };
}

export const isForSale = ({ status, isActive }: State): boolean => status === 'online' && isActive;

/** Only a new cookie or a passed challenge makes the account usable again. */
export const needsCookie = ({ status }: State): boolean =>
  status === '2fa_required' || status === 'invalid_cookie';
