import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import type { Tone } from '../ui/badge.tsx';

type State = Pick<RobloxAccount, 'status' | 'isActive'>;

/** How a status reads, and its colour. */
export function shownStatus({ status, isActive }: State): { text: string; tone: Tone } {
  if (status === '2fa_required') return { text: '2FA Required', tone: 'warn' };
  if (status === 'invalid_cookie') return { text: 'Invalid Cookie', tone: 'bad' };
  if (status === 'online' && isActive) return { text: 'Active - For Sale', tone: 'good' };
  return { text: 'Not Active - Not for Sale', tone: 'neutral' };
}

export const isForSale = ({ status, isActive }: State): boolean => status === 'online' && isActive;

/** Only a fresh cookie, or a look at what Roblox asks, brings it back. */
export const needsCookie = ({ status }: State): boolean =>
  status === '2fa_required' || status === 'invalid_cookie';
