import { ofLocale } from '@sterling/contract/texts.ts';

const times = (options: Intl.DateTimeFormatOptions) =>
  ofLocale((locale) => new Intl.DateTimeFormat(locale, options));

const DAY = { month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const YEAR = { year: 'numeric' } as const;

const SHAPES = {
  time: times({ ...DAY, ...CLOCK }),
  timeOfYear: times({ ...DAY, ...YEAR, ...CLOCK }),
  moment: times({ ...DAY, ...YEAR, ...CLOCK, second: '2-digit' }),
  day: times(DAY),
  dayOfYear: times({ ...DAY, ...YEAR }),
  clock: times(CLOCK),
  second: times({ ...CLOCK, second: '2-digit' }),
  hour: times({ hour: 'numeric' }),
  month: times({ month: 'short' }),
  monthOfYear: times({ month: 'short', ...YEAR }),
  monthName: times({ month: 'long' }),
  weekday: times({ weekday: 'short' }),
  weekdayName: times({ weekday: 'long' }),
} as const;

/** A missing time, or one that is none, reads as empty text. */
type Time = Date | null | undefined;

/** With the year only in other years: `Mar 4, 5:07 PM`. */
export const formatTime = (at: Time): string => shown(at, isThisYear(at) ? 'time' : 'timeOfYear');

/** `Mar 4, 2026` */
export const formatDay = (at: Time): string => shown(at, 'dayOfYear');

/** For receipts and other proofs, with the year and the second: `Mar 4, 2026, 5:07:09 PM`. */
export const formatMoment = (at: Time): string => shown(at, 'moment');

/** `5:07 PM` */
export const formatClock = (at: Time): string => shown(at, 'clock');

/** `5:07:09 PM` */
export const formatSecond = (at: Time): string => shown(at, 'second');

/** `5 PM`, or `17:00` where a day has 24 hours. */
export const formatHour = (at: Time): string =>
  shown(at, SHAPES.hour().resolvedOptions().hour12 ? 'hour' : 'clock');

/** `Monday` */
export const formatWeekday = (at: Time): string => shown(at, 'weekdayName');

/** The name of a day of the server ('2026-03-04'), which is already in the reader's time zone: `Mar 4`. */
export const formatDate = (date: string): string => shown(new Date(`${date}T00:00`), 'day');

/** The name of the weekday of a day of the server: `Wed`. */
export const formatWeekdayOf = (date: string): string => shown(new Date(`${date}T00:00`), 'weekday');

/** The name of a month of the server ('2026-03'): `March`, `Mar` or `Mar 2026`. */
export const formatMonth = (month: string, shape: 'monthName' | 'month' | 'monthOfYear'): string =>
  shown(new Date(`${month}-01T00:00`), shape);

/** The IANA name of the reader's time zone, such as `Europe/Berlin`. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of a time in the reader's time zone, in the date format of the server. */
export function dayOf(at: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** Whether two times are on the same day in the reader's time zone. */
export const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

const isThisYear = (at: Time) => at?.getFullYear() === new Date().getFullYear();

function shown(at: Time, shape: keyof typeof SHAPES): string {
  if (!at || Number.isNaN(at.getTime())) return '';
  // Intl has a narrow space before AM and PM
  return SHAPES[shape]().format(at).replaceAll('\u202f', ' ');
}
