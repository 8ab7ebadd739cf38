import type { Side } from '@sterling/contract/fields.ts';
import { type Robux, receivedAfterPlatformFee } from '@sterling/contract/money.ts';
import type { OrderEventCode, RobuxOrder } from '@sterling/contract/orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { Check, X } from 'lucide-react';
import { capitalised, formatWhole, PLATFORM_FEE } from '../../kit/format/format.ts';
import { formatClock, formatSecond, formatTime, isSameDay } from '../../kit/format/format-time.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { Spinner } from '../../kit/ui/spinner.tsx';
import { useNow } from '../../kit/ui/use-browser.ts';
import { isInProgress, isOutOfTime, type Viewer } from './orders.ts';

/** The timeline of an order, with the reason of a failure, and the next step for its buyer and seller. Screen readers hear what is new. */
export function OrderProgress({ order, viewer }: { order: RobuxOrder; viewer: Viewer }) {
  const now = useNow();
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      <ol aria-label={t('Timeline')} className="flex flex-col">
        {timelineOf(order, viewer).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are append-only
          <Entry key={index} entry={entry} placedAt={order.createdAt} />
        ))}
      </ol>
      {viewer !== 'staff' && <p className="text-2">{nextStep(order, viewer, now)}</p>}
    </div>
  );
}

function Entry({ entry, placedAt }: { entry: TimelineEntry; placedAt: Date }) {
  const { what, at, state } = entry;
  return (
    <li className="group flex gap-3">
      <span aria-hidden className="flex flex-col items-center">
        <Dot state={state} />
        <span className="w-px flex-1 bg-line group-last:hidden" />
      </span>
      <span
        className={cn(
          'flex-1 pb-5 group-last:pb-0',
          at || state === 'now' ? 'font-medium text-1' : 'text-3',
          state === 'failed' && 'text-bad',
        )}
      >
        {what}
        {state === 'now' && <span className="sr-only"> ({t('In progress')})</span>}
      </span>
      {at && (
        <time dateTime={at.toISOString()} className="text-3 text-xs leading-5 tabular-nums">
          {eventTime(at, placedAt)}
        </time>
      )}
    </li>
  );
}

const DOTS: Record<TimelineEntry['state'], string> = {
  done: 'bg-good/12 text-good',
  failed: 'bg-bad/12 text-bad',
  now: 'text-accent',
  next: 'border border-line',
};

function Dot({ state }: { state: TimelineEntry['state'] }) {
  return (
    <span className={cn('grid size-5 place-items-center rounded-full', DOTS[state])}>
      {state === 'done' && <Check className="size-3" strokeWidth={3} />}
      {state === 'failed' && <X className="size-3" strokeWidth={3} />}
      {state === 'now' && <Spinner />}
    </span>
  );
}

interface TimelineEntry {
  readonly what: string;
  /** Null for a future step. */
  readonly at: Date | null;
  /** The current step is the first one that is not done. */
  readonly state: 'done' | 'now' | 'next' | 'failed';
}

const END = t('Completed');
/** The steps of an order without problems. */
const STEPS = [t('Placed'), t('Account reserved'), t('Gamepass bought'), END];
/** How many of these steps are done once the order is placed, its account is reserved, or its gamepass is bought. */
const PLACED = 1;
const RESERVED = 2;
const BOUGHT = 3;

type Followed = Pick<RobuxOrder, 'status' | 'events' | 'accountId' | 'completedAt' | 'inReview'>;

/** Past events of an order, followed by its future steps while it is in progress. */
export function timelineOf(order: Followed, viewer: Viewer): TimelineEntry[] {
  const past = order.events.map(
    (event, index): TimelineEntry => ({
      at: event.at,
      what: whatHappened(event, viewer),
      state: order.status === 'failed' && index === order.events.length - 1 ? 'failed' : 'done',
    }),
  );
  if (!isInProgress(order)) return order.status === 'completed' ? withEnd(past, order.completedAt) : past;
  // The server reserves the account in the same transaction as the order, which records only one event.
  const ahead = STEPS.slice(Math.max(stepsTaken(order.events), order.accountId ? RESERVED : 0));
  return [
    ...past,
    ...ahead.map(
      (what, index) => ({ what, at: null, state: index === 0 && !order.inReview ? 'now' : 'next' }) as const,
    ),
  ];
}

/** The words of the server, with a deadline in the time zone of the reader. */
function whatHappened({ what, code, until }: Followed['events'][number], viewer: Viewer): string {
  if (!until) return capitalised(what);
  const time = { time: formatClock(until) };
  if (code === 'manual_moved')
    return viewer === 'seller'
      ? t('The pause has ended. You now have until {time}', time)
      : t('The pause has ended. The seller now has until {time}', time);
  return viewer === 'seller'
    ? t('You have until {time} to buy it', time)
    : t('The seller has until {time} to buy it', time);
}

/** The server records the completion time but no event for it. */
const withEnd = (past: TimelineEntry[], at: Date | null): TimelineEntry[] =>
  at ? [...past, { what: END, at, state: 'done' }] : past;

/**
 * Number of steps that are done. Each part of a split order is placed, and later bought, on its own. Any event after the
 * placing means that an account is reserved.
 */
function stepsTaken(events: Followed['events']): number {
  if (events.length === 0) return 0;
  const count = (...codes: readonly OrderEventCode[]) =>
    events.filter(({ code }) => codes.includes(code)).length;
  const parts = Math.max(count('placed', 'matched'), 1);
  if (count('bought') >= parts) return BOUGHT;
  return events.length > parts ? RESERVED : PLACED;
}

/** One sentence on the next step or the final result. */
export function nextStep(order: RobuxOrder, side: Side, nowMs: number): string {
  if (order.inReview) return t("Sterling's staff is checking this order. You don't need to do anything.");
  switch (order.status) {
    case 'pending':
      if (nowMs - order.createdAt.getTime() > SLOW_MS) return SLOW;
      return order.accountId
        ? t('Next: buying the gamepass. This usually takes a few seconds.')
        : t('Reserving a seller account. This usually takes a few seconds.');
    case 'processing':
      if (isOutOfTime(order, nowMs)) return LATE[side];
      if (order.deadline) return nextManualStep(order.deadline, side);
      return side === 'buyer'
        ? t("Buying the gamepass. The seller is paid only once it's confirmed.")
        : t("Your account is buying the gamepass. You're paid as soon as it's confirmed.");
    case 'completed':
      return side === 'buyer'
        ? whatBuyerReceives(order.robuxAmount)
        : t('The total is in your seller wallet.');
    case 'failed':
      return side === 'buyer'
        ? t('Your money is back in your wallet. You can order again.')
        : t('You were not paid for this order.');
  }
}

/** Older orders are unusually slow if no purchase has been sent. */
const SLOW_MS = 15_000;
const SLOW = t(
  "This takes longer than usual, for example because Roblox is slow. We keep trying. You don't need to do anything.",
);

const LATE: Readonly<Record<Side, string>> = {
  buyer: t(
    "The seller's time is over. We're checking whether they bought your gamepass. If not, another seller takes over or you're refunded.",
  ),
  seller: t(
    "We're checking whether you bought the gamepass in time. If so, you're paid. If not, the order goes to another seller and this account is paused.",
  ),
};

function nextManualStep(deadline: Date, side: Side): string {
  const until = formatTime(deadline);
  return side === 'buyer'
    ? t(
        "The seller has until {until} to buy your gamepass. If they don't, another seller takes over or you're refunded.",
        { until },
      )
    : t(
        "You're paid once we see the purchase. If you miss {until}, the order goes to another seller and this account is paused.",
        { until },
      );
}

/** How many Robux the gamepass's owner gets, and when. Roblox keeps its share. */
export function whatBuyerReceives(robuxAmount: Robux): string {
  const receives = receivedAfterPlatformFee(robuxAmount);
  return t(
    "You'll receive about {receives} Robux after Roblox's {fee} fee. Roblox usually releases them in 3 to 7 days.",
    { receives: formatWhole(receives), fee: PLATFORM_FEE },
  );
}

/** `3:38:12 PM`, with the day if it differs from the order's day. */
export function eventTime(at: Date, placedAt: Date): string {
  return isSameDay(at, placedAt) ? formatSecond(at) : formatTime(at);
}

const MS_PER_MINUTE = 60_000;

/** `23 min left (until 5:07 PM)`, or that the time is up. */
export function timeLeft(deadline: Date, nowMs: number): string {
  const minutes = Math.ceil((deadline.getTime() - nowMs) / MS_PER_MINUTE);
  return minutes > 0
    ? t('{minutes} min left (until {deadline})', { minutes, deadline: clock(deadline, nowMs) })
    : t("Time's up");
}

/** `5:07 PM`, with the day if it is not today. */
const clock = (at: Date, nowMs: number): string =>
  isSameDay(at, new Date(nowMs)) ? formatClock(at) : formatTime(at);
