import { LITOSHI_PER_LTC } from '@sterling/contract/money.ts';
import { currentLanguage, ofLocale, plural } from '@sterling/contract/texts.ts';

/**
 * Figures as people read them in the current language. In the values of a phrase, they stand in a function. Thousands always have
 * separators, because Spanish alone would leave them out of four digits.
 */

const numbers = (options: Intl.NumberFormatOptions) =>
  ofLocale((locale) => new Intl.NumberFormat(locale, { useGrouping: 'always', ...options }));

const MONEY = { style: 'currency', currency: 'USD' } as const;
const money = numbers(MONEY);
const shortMoney = numbers({ ...MONEY, trailingZeroDisplay: 'stripIfInteger' });
const wholeNumber = numbers({ maximumFractionDigits: 0 });
const coins = numbers({ minimumFractionDigits: 8, maximumFractionDigits: 8, useGrouping: false });
const shortCoins = numbers({ maximumFractionDigits: 8, useGrouping: false });

/** Cents as dollars, such as $1,234.50. */
export const usd = (cents: number): string => money().format(cents / 100);

/** As `usd`, but without cents if there are none, such as $10. */
export const trimmedUsd = (cents: number): string => shortMoney().format(cents / 100);

/** A whole number, such as 1,234. */
export const whole = (count: number): string => wholeNumber().format(count);

/** As `whole`, but in English, for texts that are stored. */
export const plainWhole = (count: number): string => count.toLocaleString('en-US');

/** Litoshi as LTC. All eight decimals, because a shorter figure would not match the one on the blockchain. */
export const ltc = (litoshi: number): string => coins().format(litoshi / LITOSHI_PER_LTC);

/** Litoshi as LTC with the decimals that it has. */
export const shortLtc = (litoshi: number): string => shortCoins().format(litoshi / LITOSHI_PER_LTC);

/** The minute of a time, in UTC. */
export const utc = (time: string | Date): string => `${utcMinute(new Date(time))} UTC`;

/** As `utc`, for texts that name the zone. English has the order of ISO 8601, in which days and months cannot be confused. */
export const utcMinute = (time: Date): string =>
  currentLanguage() === 'en' ? plainMinute(time) : shortUtcMinute().format(time);

/** The minute of a time, in UTC and in the order of ISO 8601, for texts that are stored. */
export const plainMinute = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

/** The day of a time, in UTC. */
export function utcDay(time: Date): string {
  if (currentLanguage() === 'en') return time.toISOString().slice(0, 10);
  return shortUtcDay().format(time);
}

const DAY = { dateStyle: 'short', timeZone: 'UTC' } as const;
const shortUtcDay = ofLocale((locale) => new Intl.DateTimeFormat(locale, DAY));
const shortUtcMinute = ofLocale((locale) => new Intl.DateTimeFormat(locale, { ...DAY, timeStyle: 'short' }));

export const minutes = (count: number): string =>
  plural(count, '{count} minute', '{count} minutes', { count: whole(count) });
export const hours = (count: number): string =>
  plural(count, '{count} hour', '{count} hours', { count: whole(count) });
export const seconds = (count: number): string =>
  plural(count, '{count} second', '{count} seconds', { count: whole(count) });

/** A searched amount as the database writes it: `1234.50` for `1.234,50 US$`. Every other search stays as it is. */
export function plainFigure(search: string): string {
  const figure = search.replace(/US\$|\s/g, '');
  const isLocal = currentLanguage() !== 'en' && /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?$/.test(figure);
  return isLocal ? figure.replaceAll('.', '').replace(',', '.') : search;
}
