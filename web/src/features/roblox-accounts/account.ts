import { dollarText, MAX_RATE, MIN_RATE, parseDecimal, type Rate } from '@sterling/contract/money.ts';
import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import type { Tone } from '../../kit/ui/badge.tsx';

type State = Pick<RobloxAccount, 'status' | 'isActive'> & Partial<Pick<RobloxAccount, 'priceRule'>>;

/** The label and colour of a status. */
export function shownStatus({ status, isActive, priceRule }: State): { text: string; tone: Tone } {
  if (status === '2fa_required') return { text: '2FA Required', tone: 'warn' };
  if (status === 'invalid_cookie') return { text: 'Invalid Cookie', tone: 'bad' };
  if (status === 'online' && isActive) return { text: 'Active - For Sale', tone: 'good' };
  if (isActive && priceRule?.isPaused) return { text: 'Paused by Price Rule', tone: 'warn' };
  return { text: 'Not Active - Not for Sale', tone: 'neutral' };
}

export const isForSale = ({ status, isActive }: State): boolean => status === 'online' && isActive;

/** Whether its seller can take the account off sale. A price rule may have paused it. */
export const canDeactivate = (account: State): boolean =>
  isForSale(account) ||
  (account.isActive && account.status === 'offline' && account.priceRule?.isPaused === true);

/** Only a new cookie or a passed challenge makes the account usable again. */
export const needsCookie = ({ status }: State): boolean =>
  status === '2fa_required' || status === 'invalid_cookie';

export const RATE_RANGE = `Rate must be between $${MIN_RATE / 100} and $${MAX_RATE / 100}`;
export const RATE_HINT = `From $${dollarText(MIN_RATE)} to $${dollarText(MAX_RATE)} for 1,000 Robux`;
/** The properties of an input for a rate. */
export const RATE_INPUT = {
  type: 'number',
  inputMode: 'decimal',
  min: MIN_RATE / 100,
  max: MAX_RATE / 100,
  step: '0.01',
} as const;

/** Parses a typed rate into cents per 1000. Null outside of the range, or with fractions of a cent. */
export function rateOf(text: string): Rate | null {
  const rateCents = parseDecimal(text.trim(), 2);
  return rateCents !== null && rateCents >= MIN_RATE && rateCents <= MAX_RATE ? (rateCents as Rate) : null;
}
