import {
  type Cents,
  cents,
  dollarsOf,
  type Litoshi,
  type LtcPrice,
  ltcOf,
  PLATFORM_FEE_PERCENT,
  type Rate,
} from '@sterling/contract/money.ts';
import { ofLocale, t } from '@sterling/contract/texts.ts';

/** Thousands always have separators, because Spanish alone would leave them out of four digits. */
const numbers = (options: Intl.NumberFormatOptions, english: Intl.NumberFormatOptions = {}) =>
  ofLocale(
    (locale) =>
      new Intl.NumberFormat(locale, {
        useGrouping: 'always',
        ...options,
        ...(locale === 'en-US' && english),
      }),
  );

const DOLLARS = { style: 'currency', currency: 'USD' } as const;
const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const ONE_DECIMAL = { minimumFractionDigits: 1 } as const;
const PERCENT = { style: 'unit', unit: 'percent' } as const;

const usd = numbers(DOLLARS);
const trimmedUsd = numbers({ ...DOLLARS, trailingZeroDisplay: 'stripIfInteger' });
const shortAxisUsd = numbers({ ...DOLLARS, ...SHORT }, ONE_DECIMAL);
const ltc = numbers({ minimumFractionDigits: 8, maximumFractionDigits: 8 });
const whole = numbers({ maximumFractionDigits: 0 });
const short = numbers(SHORT, ONE_DECIMAL);
const tenths = numbers(ONE_DECIMAL);
const percentages = [0, 1, 2].map((minimumFractionDigits) => numbers({ ...PERCENT, minimumFractionDigits }));

/** `$1,234.50`, or `−$1,234.50` with the minus that movements have. A missing amount reads $0.00. */
export const formatUsd = (amount: Cents | null | undefined): string =>
  withMinus(usd().format(dollarsOf(amount ?? cents(0))));

/** `$3.15`, the price of 1,000 Robux. */
export const formatRate = (rate: Rate): string => usd().format(dollarsOf(rate));

/** `$84.20`, the price of one LTC. */
export const formatPrice = (price: LtcPrice): string => usd().format(dollarsOf(price));

/** `$10` and `$24.99`: cents only where there are any. */
export const formatTrimmedUsd = (amount: Cents | Rate): string => trimmedUsd().format(dollarsOf(amount));

/** `$`, or `US$` in languages whose own money may have the same sign. */
export const dollarSign = ofLocale(
  () =>
    usd()
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? '$',
);

/** `0.12345678 LTC` */
export const formatLtc = (amount: Litoshi): string => `${ltc().format(ltcOf(amount))} LTC`;

/** A count or Robux. A missing one reads 0. */
export type MaybeCount = number | null | undefined;

/** `12,500` */
export const formatWhole = (value: MaybeCount): string => whole().format(value ?? 0);

/** `4.8`, for ratings. */
export const formatTenths = (value: number): string => tenths().format(Number(value.toFixed(1)));

/** `12.50%` with two decimals, `−3.0%` with one. */
export const formatPercent = (percent: number, decimals: 0 | 1 | 2): string =>
  withMinus(percentages[decimals]!().format(Number(percent.toFixed(decimals))));

/** `+12.5%` or `−3.0%`: a change against an earlier figure. */
export const formatChange = (percent: number): string =>
  `${percent > 0 ? '+' : ''}${formatPercent(percent, 1)}`;

/** As `formatChange`. Null for a change that rounds to zero, because the screen then shows nothing. */
export function changeText(percent: number): string | null {
  if (Number(percent.toFixed(1)) === 0) return null;
  return formatChange(percent);
}

/** `5%` or `5.5%`: the percentage of a setting or a fee. */
export const formatShare = (percent: number): string => percentages[0]!().format(percent);

/** `30%`, what Roblox keeps of every sale of a gamepass. */
export const PLATFORM_FEE = formatShare(PLATFORM_FEE_PERCENT);

/** From this percentage on, a ratio reads better as a factor. */
const MANY_TIMES = 1000;

/** '104.2%', or '23×' for a large ratio, which is rounded down: nobody is covered better than it says. */
export const formatRatio = (percent: number): string =>
  percent < MANY_TIMES ? formatPercent(percent, 1) : `${formatWhole(Math.floor(percent / 100))}×`;

/** `950`, `12.5K`, `3.0M`: K from 1,000 and M from 1,000,000, one decimal. Other languages have their own words for both. */
export function formatShort(value: MaybeCount): string {
  const number = value ?? 0;
  return (Math.abs(number) < 1_000 ? whole : short)().format(number);
}

/** `$12.5K`, for the axes of charts, which count in dollars. */
export const formatShortUsd = (dollars: number): string =>
  withMinus((Math.abs(dollars) < 1_000 ? trimmedUsd : shortAxisUsd)().format(dollars));

/** `$3.15`, for the axes of charts of rates, which count in dollars. */
export const formatAxisRate = (dollars: number): string => usd().format(dollars);

/** A minus as wide as a digit instead of a hyphen. */
const withMinus = (number: string): string => number.replace('-', '−');

/** The sign of Robux. In Brazil it means reais, so the word stands there. */
export const robuxSign = (): string => t('R$');

/** `12.5K R$` */
export const formatRobux = (robux: MaybeCount): string => `${formatShort(robux)} ${robuxSign()}`;

/** `12,500 R$` */
export const formatExactRobux = (robux: MaybeCount): string => `${formatWhole(robux)} ${robuxSign()}`;

/** `completed` → `Completed` */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A username without its '#1234' suffix. */
export const displayName = (username: string): string => username.split('#')[0] || username;

/** The first two letters of a username in upper case, for users without an avatar. */
export const initialsOf = (username: string): string => displayName(username).slice(0, 2).toUpperCase();
