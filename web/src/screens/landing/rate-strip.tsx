import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { formatRate } from '../../kit/format/format.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { Robux } from '../../kit/ui/money.tsx';

/** The cheapest current market rates. The page reserves the space, so that nothing moves. */
export function RateStrip({ rates }: { rates: readonly AggregatedRate[] }) {
  if (rates.length === 0) return null;
  return (
    <section
      aria-label="Live rates"
      className="absolute inset-x-0 bottom-0 animate-fade-in border-line border-t bg-surface-1/70"
    >
      <ul className="mx-auto flex max-w-7xl px-6">
        {rates.map((rate, place) => (
          <li
            key={rate.ratePerThousand}
            className={cn(
              'min-w-0 flex-1 border-line px-3 py-3 first:pl-0 last:pr-0 sm:px-6 sm:py-4',
              place > 0 && 'border-l',
              place > 2 && 'max-sm:hidden',
              place > 3 && 'max-lg:hidden',
            )}
          >
            <p className="truncate text-1 tabular-nums">
              <span className="font-semibold">{formatRate(rate.ratePerThousand)}</span>
              <span className="text-3"> / 1K</span>
            </p>
            <p className="truncate text-3 text-xs">
              <Robux amount={rate.totalRobux} />
              <span className="max-sm:hidden"> in stock</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
