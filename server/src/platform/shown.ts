import { currentLanguage, currentLocale, plural } from '@sterling/contract/texts.ts';

/** Figures as people read them in the current language. In the values of a phrase, they stand in a function. */

/** Cents as dollars, such as $1,234.50. */
export const usd = (cents: number): string => money(cents, true);

/** As `usd`, but without commas in English. */
export const plainUsd = (cents: number): string => money(cents, currentLanguage() !== 'en');

const money = (cents: number, useGrouping: boolean): string =>
  (cents / 100).toLocaleString(currentLocale(), { style: 'currency', currency: 'USD', useGrouping });

/** A whole number, such as 1,234. */
export const whole = (count: number): string => count.toLocaleString(currentLocale());

/** Litoshi as LTC. All eight decimals, because a shorter figure would not match the one on the blockchain. */
export const ltc = (litoshi: number): string =>
  (litoshi / 1e8).toLocaleString(currentLocale(), {
    minimumFractionDigits: 8,
    maximumFractionDigits: 8,
    useGrouping: currentLanguage() !== 'en',
  });

/** A time of ISO 8601 with its minute, in UTC. English has the order of ISO, in which days and months cannot be confused. */
export function utc(time: string | Date): string {
  const iso = new Date(time).toISOString();
  if (currentLanguage() === 'en') return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
  const shown = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString(currentLocale(), shown)} UTC`;
}

export const minutes = (count: number): string =>
  plural(count, '{count} minute', '{count} minutes', { count: whole(count) });
export const hours = (count: number): string =>
  plural(count, '{count} hour', '{count} hours', { count: whole(count) });
export const seconds = (count: number): string =>
  plural(count, '{count} second', '{count} seconds', { count: whole(count) });
