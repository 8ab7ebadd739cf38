import { format } from 'date-fns/format';

/** With the year only in other years. */
export const formatTime = (iso: string | null | undefined): string =>
  inOwnZone(iso, isThisYear(iso) ? 'MMM d, h:mm a' : 'MMM d, yyyy, h:mm a');

export const formatDay = (iso: string | null | undefined): string => inOwnZone(iso, 'MMM d, yyyy');

/** For receipts and other proofs: with the year and the second. */
export const formatMoment = (iso: string | null | undefined): string =>
  inOwnZone(iso, 'MMM d, yyyy, h:mm:ss a');

const isThisYear = (iso: string | null | undefined) =>
  new Date(iso ?? Number.NaN).getFullYear() === new Date().getFullYear();

function inOwnZone(iso: string | null | undefined, shape: string): string {
  const time = new Date(iso ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : format(time, shape);
}
