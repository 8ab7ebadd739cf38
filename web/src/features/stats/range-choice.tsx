import { RateDays } from '@sterling/contract/stats.ts';
import { cn } from '../../kit/ui/class-names.ts';

interface RangeChoiceProps {
  range: RateDays;
  onChange: (range: RateDays) => void;
}

/** The choice of a number of days. */
export function RangeChoice({ range, onChange }: RangeChoiceProps) {
  return (
    <fieldset className="flex rounded-lg max-sm:w-full border border-line bg-surface-1 p-0.5">
      <legend className="sr-only">Time</legend>
      {RateDays.options.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === range}
          onClick={() => onChange(days)}
          className={cn(
            'h-9 rounded-md px-3 max-sm:flex-1 font-medium text-3 text-sm tabular-nums transition-colors hover:text-1',
            days === range && 'bg-surface-2 text-1',
          )}
        >
          {days === '1' ? '24 hours' : `${days} days`}
        </button>
      ))}
    </fieldset>
  );
}
