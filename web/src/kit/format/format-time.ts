import { format } from 'date-fns/format';

export const formatTime = (iso: string | null | undefined): string => inOwnZone(iso, 'MMM d, h:mm a');

export const formatDay = (iso: string | null | undefined): string => inOwnZone(iso, 'MMM d, yyyy');

/** For receipts and other proofs: with the year and the second. */
export const formatMoment = (iso: string | null | undefined): string =>
  inOwnZone(iso, 'MMM d, yyyy, h:mm:ss a');

function inOwnZone(iso: string | null | undefined, shape: string): string {
  const time = new Date(iso ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : format(time, shape);
}
