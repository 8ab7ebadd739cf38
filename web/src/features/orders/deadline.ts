import { format } from 'date-fns/format';
import { isSameDay } from 'date-fns/isSameDay';
import { formatTime } from '../../kit/format/format-time.ts';

const MS_PER_MINUTE = 60_000;

/** `23 min left (until 5:07 PM)`, or that the time is up. */
export function timeLeft(deadline: string, nowMs: number): string {
  const minutes = Math.ceil((Date.parse(deadline) - nowMs) / MS_PER_MINUTE);
  return minutes > 0 ? `${minutes} min left (until ${clock(deadline, nowMs)})` : "Time's up";
}

/** `5:07 PM`, with the day if it is not today. */
export const clock = (at: string, nowMs: number): string =>
  isSameDay(at, nowMs) ? format(at, 'h:mm a') : formatTime(at);
