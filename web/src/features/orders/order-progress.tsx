import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { Check, X } from 'lucide-react';
import { cn } from '../../kit/ui/class-names.ts';
import { Spinner } from '../../kit/ui/spinner.tsx';
import type { Side } from './order.ts';
import { eventTime, nextStep, type TimelineEntry, timelineOf } from './timeline.ts';

/** The timeline of an order and its next step. A failed order shows the reason first. */
export function OrderProgress({ order, side }: { order: RobuxOrder; side: Side }) {
  return (
    <div className="flex flex-col gap-4">
      <ol aria-label="Timeline" className="flex flex-col">
        {timelineOf(order).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are append-only
          <Entry key={index} entry={entry} placedAt={order.createdAt} />
        ))}
      </ol>
      <div aria-live="polite" className="flex flex-col gap-1 text-2">
        {order.failureReason && <p className="font-medium text-bad">{order.failureReason}</p>}
        <p>{nextStep(order, side)}</p>
      </div>
    </div>
  );
}

function Entry({ entry, placedAt }: { entry: TimelineEntry; placedAt: string }) {
  const { what, at, state } = entry;
  return (
    <li className="group flex gap-3">
      <span aria-hidden className="flex flex-col items-center">
        <Dot state={state} />
        <span className="w-px flex-1 bg-line group-last:hidden" />
      </span>
      <span
        className={cn('flex-1 pb-5 group-last:pb-0', at || state === 'now' ? 'font-medium text-1' : 'text-3')}
      >
        {what}
        {state === 'now' && <span className="sr-only">, in progress</span>}
      </span>
      {at && (
        <time dateTime={at} className="text-3 text-xs leading-5 tabular-nums">
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
