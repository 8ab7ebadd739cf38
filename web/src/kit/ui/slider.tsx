import * as Radix from 'radix-ui/slider';
import { cn } from './class-names.ts';

interface SliderProps {
  'aria-label': string;
  value: number;
  /** The values of the slider, ascending, at equal distances. */
  stops: readonly number[];
  onChange: (value: number) => void;
  /** The value in words for screen readers. */
  valueText?: string;
  className?: string;
}

/** A slider with one thumb. A value between two stops shows at the lower one, a value beyond the stops at the end. */
export function Slider({ value, stops, onChange, valueText, className, ...rest }: SliderProps) {
  const at = Math.max(
    0,
    stops.findLastIndex((stop) => stop <= value),
  );
  return (
    <Radix.Root
      value={[at]}
      min={0}
      max={stops.length - 1}
      step={1}
      onValueChange={([next]) => next !== undefined && onChange(stops[next]!)}
      className={cn('relative flex h-6 w-full touch-none select-none items-center', className)}
    >
      <Radix.Track className="relative h-1.5 w-full grow overflow-hidden rounded-full bg-line">
        <Radix.Range className="absolute h-full bg-button" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={rest['aria-label']}
        aria-valuetext={valueText}
        aria-valuemin={stops[0]}
        aria-valuemax={stops.at(-1)}
        aria-valuenow={stops[at]}
        className="block size-6 rounded-full border-2 border-button bg-on-button transition-transform hover:scale-110"
      />
    </Radix.Root>
  );
}
