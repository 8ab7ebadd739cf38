import type { Given } from '@sterling/contract/endpoint.ts';
import type { Rate, Robux } from '@sterling/contract/money.ts';
import { type StandingOrder, standingOrders } from '@sterling/contract/standing-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, explain, isRefused } from '../../data/call.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatClock, formatTime, formatWeekday, ownTimeZone } from '../../kit/format/format-time.ts';
import { toast } from '../../kit/ui/toast.ts';

/** A day of the week that began with Monday, 1 January 2024. */
const dayOf = (weekday: number, hour = 0): Date => new Date(2024, 0, weekday, hour);

/** `Monday` for 1. */
const weekdayName = (weekday: number): string => formatWeekday(dayOf(weekday));

/** `6:00 PM` for 18. */
const hourName = (hour: number): string => formatClock(dayOf(1, hour));

export const WEEKDAYS = Array.from({ length: 7 }, (_, index) => ({
  value: String(index + 1),
  label: weekdayName(index + 1),
}));
export const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourName(hour),
}));

/** `Every Monday at 6:00 PM`, with the time zone if it is not the reader's. */
export function scheduleText({ weekday, hour, tz }: Pick<StandingOrder, 'weekday' | 'hour' | 'tz'>): string {
  const schedule = { weekday: weekdayName(weekday), hour: hourName(hour) };
  return tz === ownTimeZone()
    ? t('Every {weekday} at {hour}', schedule)
    : t('Every {weekday} at {hour} ({timeZone})', { ...schedule, timeZone: tz });
}

/** `Next: Dec 2, 1:00 PM`, with the reader's time zone if the schedule has another one. */
export function nextRoundText({ nextAt, tz }: Pick<StandingOrder, 'nextAt' | 'tz'>): string {
  const own = ownTimeZone();
  return tz === own
    ? t('Next: {nextAt}', { nextAt: formatTime(nextAt) })
    : t('Next: {nextAt} ({timeZone})', { nextAt: formatTime(nextAt), timeZone: own });
}

export const standingOrdersQuery = queryOptions({
  queryKey: ['standing-orders'],
  queryFn: ({ signal }) => call(standingOrders.list, {}, { signal }),
  refetchOnMount: 'always',
});

const CHANGES = ['standing-orders'] as const;

/** Adds a standing order, once. `onPassError` gets an error about the gamepass. */
export function useAddStandingOrder(onAdded: () => void, onPassError: (message: string) => void) {
  return useOnce(standingOrders.add, {
    input: (body: Given<typeof standingOrders.add, 'body'>) => ({ body }),
    changes: CHANGES,
    failed: (error) => (isAboutPass(error) ? '' : t('Standing order not added')),
    onDone: () => {
      toast({ title: t('Standing order added') });
      onAdded();
    },
    onFailed: (error) => {
      if (isAboutPass(error)) onPassError(explain(error));
    },
  });
}

const isAboutPass = (error: unknown): boolean =>
  isRefused(error, 'invalid_gamepass_url', 'gamepass_not_found', 'gamepass_not_for_sale');

/** Pauses a standing order, or resumes a paused one. */
export function usePauseStandingOrder() {
  return useMutation({
    mutationFn: ({ id, pausedBecause }: StandingOrder) =>
      call(standingOrders.change, { params: { id }, body: { isPaused: pausedBecause === null } }),
    meta: { changes: CHANGES, failed: t('Standing order not changed') },
  });
}

/** Deletes a standing order. Orders that it has placed stay. */
export function useRemoveStandingOrder() {
  return useMutation({
    mutationFn: ({ id }: StandingOrder) => call(standingOrders.remove, { params: { id } }),
    meta: { changes: CHANGES, failed: t('Standing order not deleted') },
  });
}

/** What the buyer has prepared on the buy page. */
export interface Prepared {
  readonly amount: Robux;
  /** Undefined while no rate fits. */
  readonly rate: Rate | undefined;
  readonly url: string;
}
