import { LITOSHI_PER_LTC } from '@sterling/contract/money.ts';

// Time formats live in format-time.ts, because the landing page should not load date-fns.

const DOLLARS = { style: 'currency', currency: 'USD' } as const;
const usd = new Intl.NumberFormat('en-US', DOLLARS);
const plainUsd = new Intl.NumberFormat('en-US', { ...DOLLARS, trailingZeroDisplay: 'stripIfInteger' });
const ltc = new Intl.NumberFormat('en-US', { minimumFractionDigits: 8, maximumFractionDigits: 8 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** All types that an amount can have in a server reply. */
export type Amount = number | string | null | undefined;

/** `$1,234.50`. A value that is not a number becomes $0.00. */
export const formatUsd = (dollars: Amount): string => usd.format(numberOf(dollars));

export const formatCents = (amountCents: number): string => usd.format(amountCents / 100);

/** `$10` and `$24.99`: cents only where there are any. */
export const formatPlainUsd = (dollars: number): string => plainUsd.format(dollars);

/** `0.12345678 LTC` */
export const formatLtc = (amountLtc: Amount): string => `${ltc.format(numberOf(amountLtc))} LTC`;

export const formatLitoshi = (litoshi: number): string => formatLtc(litoshi / LITOSHI_PER_LTC);

/** `12,500` */
export const formatWhole = (value: Amount): string => whole.format(numberOf(value));

/** From this percentage on, a ratio reads better as a factor. */
const MANY_TIMES = 1000;

/** '104.2%', or '24×' for a large ratio. */
export const formatRatio = (percent: number): string =>
  percent < MANY_TIMES ? `${percent.toFixed(1)}%` : `${formatWhole(percent / 100)}×`;

/** `950`, `12.5K`, `3.0M`: K from 1,000 and M from 1,000,000, one decimal. */
export function formatShort(value: Amount): string {
  const number = numberOf(value);
  const size = Math.abs(number);
  // 999,950 and more would round to '1000.0K'.
  if (size >= 999_950) return `${(number / 1_000_000).toFixed(1)}M`;
  if (size >= 1_000) return `${(number / 1_000).toFixed(1)}K`;
  return whole.format(number);
}

/** `12.5K R$` */
export const formatRobux = (robux: Amount): string => `${formatShort(robux)} R$`;

/** `$3.15`, the price of 1,000 Robux. */
export const formatRate = (dollarsPerThousand: Amount): string => formatUsd(dollarsPerThousand);

/** `completed` → `Completed` */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A username without its '#1234' suffix. */
export const displayName = (username: string): string => username.split('#')[0] || username;

/** The first two letters of a username in upper case, for users without an avatar. */
export const initialsOf = (username: string): string => displayName(username).slice(0, 2).toUpperCase();

function numberOf(value: Amount): number {
  if (value === null || value === undefined || value === '') return 0;
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}
