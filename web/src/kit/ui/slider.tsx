import * as Radix from 'radix-ui/slider';
import { cn } from './class-names.ts';

interface SliderProps {
  'aria-label': string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** The value in words for screen readers. */
  valueText?: string;
  className?: string;
}

/** A slider with one thumb. A value above `max` shows at the end. */
export function Slider({ value, min, max, step, onChange, valueText, className, ...rest }: SliderProps) {
  return (
    <Radix.Root
      value={[Math.min(max, Math.max(min, value))]}
      min={min}
      max={max}
      step={step}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className={cn('relative flex h-6 w-full touch-none select-none items-center', className)}
    >
      <Radix.Track className="relative h-1.5 w-full grow overflow-hidden rounded-full bg-line">
        <Radix.Range className="absolute h-full bg-button" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={rest['aria-label']}
        aria-valuetext={valueText}
        className="block size-5 rounded-full border-2 border-button bg-on-button transition-transform hover:scale-110"
      />
    </Radix.Root>
  );
}
