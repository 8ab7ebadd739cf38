import { format } from 'date-fns/format';

/** `Mar 4, 5:07 PM` in the reader's own time zone. */
export function formatTime(iso: string | null | undefined): string {
  const time = new Date(iso ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? '' : format(time, 'MMM d, h:mm a');
}
