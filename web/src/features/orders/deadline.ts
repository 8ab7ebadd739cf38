import { format } from 'date-fns/format';
import { isSameDay } from 'date-fns/isSameDay';
import { formatTime } from '../../kit/format/format-time.ts';

const MS_PER_MINUTE = 60_000;

/** `Until 5:07 PM, 23 min left`, or that the time is over. */
export function timeLeft(deadline: string, nowMs: number): string {
  const minutes = Math.ceil((Date.parse(deadline) - nowMs) / MS_PER_MINUTE);
  return minutes > 0 ? `Until ${clock(deadline, nowMs)}, ${minutes} min left` : 'The time is over';
}

/** `5:07 PM`, with the day if it is not today. */
export const clock = (at: string, nowMs: number): string =>
  isSameDay(at, nowMs) ? format(at, 'h:mm a') : formatTime(at);
