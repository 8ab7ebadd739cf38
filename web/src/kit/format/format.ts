import { LITOSHI_PER_LTC } from '@sterling/contract/money.ts';
import { currentLocale, ofLocale, t } from '@sterling/contract/texts.ts';

/** Thousands always have separators, because Spanish alone would leave them out of four digits. */
const numbers = (options: Intl.NumberFormatOptions) =>
  ofLocale((locale) => new Intl.NumberFormat(locale, { useGrouping: 'always', ...options }));

const DOLLARS = { style: 'currency', currency: 'USD' } as const;
const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const PERCENT = { style: 'unit', unit: 'percent', useGrouping: false } as const;

const usd = numbers(DOLLARS);
const plainUsd = numbers({ ...DOLLARS, trailingZeroDisplay: 'stripIfInteger' });
const axisUsd = numbers({ ...DOLLARS, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 });
const shortAxisUsd = numbers({ ...DOLLARS, currencyDisplay: 'narrowSymbol', ...SHORT });
const ltc = numbers({ minimumFractionDigits: 8, maximumFractionDigits: 8 });
const whole = numbers({ maximumFractionDigits: 0 });
const short = numbers(SHORT);
const tenths = numbers({ minimumFractionDigits: 1 });
const percentages = [0, 1, 2].map((minimumFractionDigits) => numbers({ ...PERCENT, minimumFractionDigits }));

/** All types that an amount can have in a server reply. */
export type Amount = number | string | null | undefined;

/** `$1,234.50`. A value that is not a number becomes $0.00. */
export const formatUsd = (dollars: Amount): string => usd().format(numberOf(dollars));

export const formatCents = (amountCents: number): string => usd().format(amountCents / 100);

/** `$10` and `$24.99`: cents only where there are any. */
export const formatPlainUsd = (dollars: number): string => plainUsd().format(dollars);

/** `$`, or `US$` in languages whose own money may have the same sign. */
export const dollarSign = ofLocale(
  () =>
    usd()
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? '$',
);

/** `0.12345678 LTC` */
export const formatLtc = (amountLtc: Amount): string => `${ltc().format(numberOf(amountLtc))} LTC`;

export const formatLitoshi = (litoshi: number): string => formatLtc(litoshi / LITOSHI_PER_LTC);

/** `12,500` */
export const formatWhole = (value: Amount): string => whole().format(numberOf(value));

/** `4.8`, for ratings. */
export const formatTenths = (value: number): string => tenths().format(Number(value.toFixed(1)));

/** `12.50%` with two decimals. */
export const formatPercent = (percent: number, decimals: 0 | 1 | 2): string =>
  percentages[decimals]!().format(Number(percent.toFixed(decimals)));

/** `5%` or `5.5%`: a percentage that somebody set. */
export const formatShare = (percent: number): string => percentages[0]!().format(percent);

/** From this percentage on, a ratio reads better as a factor. */
const MANY_TIMES = 1000;

/** '104.2%', or '24×' for a large ratio. */
export const formatRatio = (percent: number): string =>
  percent < MANY_TIMES ? formatPercent(percent, 1) : `${formatWhole(percent / 100)}×`;

/** `950`, `12.5K`, `3.0M`: K from 1,000 and M from 1,000,000, one decimal. Other languages have their own words for both. */
export function formatShort(value: Amount): string {
  const number = numberOf(value);
  const size = Math.abs(number);
  if (size < 1_000) return formatWhole(number);
  if (!isEnglish()) return short().format(number);
  // 999,950 and more would round to '1000.0K'.
  return size >= 999_950 ? `${(number / 1_000_000).toFixed(1)}M` : `${(number / 1_000).toFixed(1)}K`;
}

/** `$12.5K`, for the axes of charts. */
export function formatShortUsd(dollars: number): string {
  if (isEnglish()) return `${dollars < 0 ? '-' : ''}$${formatShort(Math.abs(dollars))}`;
  return (Math.abs(dollars) < 1_000 ? axisUsd() : shortAxisUsd()).format(dollars);
}

const isEnglish = (): boolean => currentLocale() === 'en-US';

/** The sign of Robux. In Brazil it means reais, so the word stands there. */
export const robuxSign = (): string => t('R$');

/** `12.5K R$` */
export const formatRobux = (robux: Amount): string => `${formatShort(robux)} ${robuxSign()}`;

/** `12,500 R$` */
export const formatExactRobux = (robux: Amount): string => `${formatWhole(robux)} ${robuxSign()}`;

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
