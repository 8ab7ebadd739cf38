import { format } from 'date-fns/format';

/** `Mar 4, 5:07 PM` in the reader's own time zone. */
export const formatTime = (iso: string | null | undefined): string => inOwnZone(iso, 'MMM d, h:mm a');

/** `Mar 4, 2026` in the reader's own time zone. */
export const formatDay = (iso: string | null | undefined): string => inOwnZone(iso, 'MMM d, yyyy');

function inOwnZone(iso: string | null | undefined, shape: string): string {
  const time = new Date(iso ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : format(time, shape);
}
