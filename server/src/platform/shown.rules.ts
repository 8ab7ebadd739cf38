import {
  currentLanguage,
  currentLocale,
  type Phrase,
  phrase,
  plural,
  said,
  saidInEnglish,
  text,
} from '@sterling/contract/texts.ts';

/** Figures and stored texts as people read them in the current language. In the values of a phrase, they stand in a function. */

/** Cents as dollars, such as $1,234.50. */
export const usd = (cents: number): string => formatted(cents / 100, MONEY);

/** As `usd`, but without commas in English. */
export const plainUsd = (cents: number): string =>
  formatted(cents / 100, currentLanguage() === 'en' ? PLAIN_MONEY : MONEY);

/** As `plainUsd`, but without cents if there are none, such as $10. */
export const shortUsd = (cents: number): string =>
  formatted(cents / 100, currentLanguage() === 'en' ? SHORT_PLAIN_MONEY : SHORT_MONEY);

/** A whole number, such as 1,234. */
export const whole = (count: number): string => formatted(count, WHOLE);

/** Litoshi as LTC. All eight decimals, because a shorter figure would not match the one on the blockchain. */
export const ltc = (litoshi: number): string => formatted(litoshi / 1e8, LTC);

/** Litoshi as LTC with the decimals that it has. */
export const shortLtc = (litoshi: number): string => formatted(litoshi / 1e8, SHORT_LTC);

const MONEY = { style: 'currency', currency: 'USD' } as const;
const PLAIN_MONEY = { ...MONEY, useGrouping: false } as const;
const SHORT_MONEY = { ...MONEY, trailingZeroDisplay: 'stripIfInteger' } as const;
const SHORT_PLAIN_MONEY = { ...SHORT_MONEY, useGrouping: false } as const;
const WHOLE = { maximumFractionDigits: 0 } as const;
const LTC = { minimumFractionDigits: 8, maximumFractionDigits: 8, useGrouping: false } as const;

const SHORT_LTC = { maximumFractionDigits: 8, useGrouping: false } as const;

/** Making a formatter takes far longer than using it, and a page can have a thousand figures. */
const formatters = new Map<Intl.NumberFormatOptions, Map<string, Intl.NumberFormat>>();

function formatted(value: number, options: Intl.NumberFormatOptions): string {
  const locale = currentLocale();
  const byLocale = formatters.get(options) ?? new Map<string, Intl.NumberFormat>();
  const formatter = byLocale.get(locale) ?? new Intl.NumberFormat(locale, options);
  formatters.set(options, byLocale.set(locale, formatter));
  return formatter.format(value);
}

/** The minute of a time, in UTC. English has the order of ISO 8601, in which days and months cannot be confused. */
export function utc(time: string | Date): string {
  const at = new Date(time);
  if (currentLanguage() === 'en') return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${inUtc(at, MINUTE)} UTC`;
}

/** The day of a time, in UTC. */
export function utcDay(time: Date): string {
  if (currentLanguage() === 'en') return time.toISOString().slice(0, 10);
  return inUtc(time, DAY);
}

const DAY = { dateStyle: 'short', timeZone: 'UTC' } as const;
const MINUTE = { ...DAY, timeStyle: 'short' } as const;
const timeFormatters = new Map<string, Intl.DateTimeFormat>();

function inUtc(time: Date, options: typeof DAY | typeof MINUTE): string {
  const key = `${currentLocale()} ${'timeStyle' in options}`;
  const formatter = timeFormatters.get(key) ?? new Intl.DateTimeFormat(currentLocale(), options);
  timeFormatters.set(key, formatter);
  return formatter.format(time);
}

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

/** Texts that are stored in English with their values. `stored` finds them again. */
export const WITH_VALUES = {
  notPaid: text('Not paid: {reason}'),
  payoutsPaused: text('Payouts are paused, because {reason}'),
  firstPayout: text('First payout to a new address. It will be sent after {time} UTC'),
  oldBlock: text('the newest block is {minutes} minutes old'),
  noSeller: text('No seller could fill it at {rate} per 1,000 or less'),
  restrictedUntil: text('Roblox restricts purchases by this account until {time} UTC ({key}).'),
  restricted: text('Roblox restricts purchases by this account ({key}).'),
  verification: text(
    'Roblox requires verification ({check}). Complete it in your own browser, then activate the account again.',
  ),
  sameCookie: text('The same cookie as line {line}'),
  deadCookies: text('Roblox did not accept {count} cookies. Check the rest before you import it.'),
  deadCookiesInARow: text(
    'Roblox did not accept {count} cookies in a row. Check the rest before you import it.',
  ),
};

/** A text with its values, as it is stored. */
export const toStore = (english: string, values: Readonly<Record<string, string | number>>): string =>
  saidInEnglish({ text: english, values });

/** A text that was stored in English, or comes from a table. Several sentences are found one by one. */
export function stored(english: string): string {
  const whole = recognised(english, Object.values(WITH_VALUES));
  if (whole !== english || !english.includes('. ')) return whole;
  return english
    .split('. ')
    .map((sentence) => recognised(sentence, Object.values(WITH_VALUES)))
    .join('. ');
}

/** A stored text that one of these texts made, with its values in the current language. */
export function recognised(english: string, texts: readonly string[]): string {
  if (currentLanguage() === 'en') return english;
  for (const known of texts) {
    const values = patternOf(known).exec(english)?.groups;
    if (values)
      return said({ text: known, values: Object.fromEntries(Object.entries(values).map(shownValue)) });
  }
  return said({ text: english, values: {} });
}

const patternOf = (known: string): RegExp =>
  new RegExp(`^${known.replace(/[.$()]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`);

/** Stored dollars are plain: $1234.50. */
const shownValue = ([name, value]: [string, string]): [string, string] => [
  name,
  /^\$\d+\.\d\d$/.test(value) ? plainUsd(Math.round(Number(value.slice(1)) * 100)) : stored(value),
];

/** Such a text, without its point, as a hint. */
export const asSentence = (reason: string): Phrase => phrase('{reason}.', { reason: () => stored(reason) });
