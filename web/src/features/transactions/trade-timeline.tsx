import type { TransactionEvent } from '@sterling/contract/transactions.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { cn } from '../../kit/ui/class-names.ts';
import type { Party } from './trade.ts';

const WHO: Readonly<Record<TransactionEvent['by'], string>> = {
  buyer: 'Buyer',
  seller: 'Seller',
  staff: 'Sterling staff',
  system: 'Sterling',
};

interface TradeTimelineProps {
  /** Oldest first. */
  events: readonly TransactionEvent[];
  you: Party;
}

/** All events and messages of a trade. */
export function TradeTimeline({ events, you }: TradeTimelineProps) {
  return (
    <ol aria-label="Timeline" className="flex flex-col">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events are append-only
        <Entry key={index} event={event} isYours={event.by === you} />
      ))}
    </ol>
  );
}

function Entry({ event: { at, by, what, text }, isYours }: { event: TransactionEvent; isYours: boolean }) {
  return (
    <li className="group flex gap-3 pb-4 last:pb-0">
      <span aria-hidden className="relative flex w-2 shrink-0 justify-center">
        <span className="absolute top-3 -bottom-5 w-px bg-line group-last:hidden" />
        <span className={cn('relative mt-1.5 size-2 rounded-full', isYours ? 'bg-accent' : 'bg-silver')} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-col">
          <span className="font-medium text-1">{what}</span>
          <span className="text-3 text-xs tabular-nums">
            {isYours ? 'You' : WHO[by]} · <time dateTime={at}>{formatTime(at)}</time>
          </span>
        </p>
        {text && (
          <p className="wrap-anywhere whitespace-pre-wrap rounded-lg bg-surface-2 px-3 py-2 text-1">{text}</p>
        )}
      </div>
    </li>
  );
}
