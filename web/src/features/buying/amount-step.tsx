import { MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import * as Radix from 'radix-ui/slider';
import { formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { TOO_LITTLE_AT_FIELD } from './draft.ts';
import { AmountField } from './order-fields.tsx';
import { Step, type Steps } from './step.tsx';

interface AmountStepProps {
  steps: Steps;
  amount: Robux;
  onChange: (amount: Robux) => void;
}

/** Step 1: the amount. The field, the slider and the quick buttons share one value. */
export function AmountStep({ steps, amount, onChange }: AmountStepProps) {
  const isTooLittle = amount > 0 && amount < MIN_ORDER_ROBUX;
  return (
    <Step number={1} title={t('Choose an amount')} steps={steps}>
      <AmountField
        label={t('Robux amount')}
        hint={t('{minOrderRobux} to {maxOrderRobux} Robux', {
          minOrderRobux: formatWhole(MIN_ORDER_ROBUX),
          maxOrderRobux: formatWhole(MAX_ORDER_ROBUX),
        })}
        error={isTooLittle ? TOO_LITTLE_AT_FIELD : undefined}
        amount={amount}
        onChange={onChange}
        className="h-14 font-semibold text-2xl tracking-tight"
      />
      <Slider
        aria-label={t('Amount by slider')}
        stops={AMOUNT_STOPS}
        value={amount}
        valueText={t('{amount} Robux', { amount: formatWhole(amount) })}
        onChange={(value) => onChange(robux(value))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend */}
      <div role="group" aria-label={t('Quick amounts')} className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {QUICK_AMOUNTS.map((quick) => (
          <Button
            key={quick}
            variant="secondary"
            size="sm"
            aria-pressed={quick === amount}
            onClick={() => onChange(quick)}
            className={cn(
              'h-9 tabular-nums',
              quick === amount && 'border-accent bg-accent/12 hover:bg-accent/12',
            )}
          >
            {formatWhole(quick)}
          </Button>
        ))}
      </div>
    </Step>
  );
}

/** Small amounts are the common ones, so they get most of the slider. All stops are multiples of 100. */
export const AMOUNT_STOPS: readonly number[] = [
  ...stopsOf(100, 2_000, 100),
  ...stopsOf(2_000, 10_000, 500),
  ...stopsOf(10_000, 100_000, 5_000),
  100_000,
];

/** From the first value up to the last one, which is not included. */
function stopsOf(first: number, last: number, step: number): number[] {
  return Array.from({ length: (last - first) / step }, (_, n) => first + n * step);
}

export const QUICK_AMOUNTS: readonly Robux[] = [100, 500, 1000, 5000, 10_000, 25_000].map(robux);

interface SliderProps {
  'aria-label': string;
  value: number;
  /** The values of the slider, ascending, at equal distances. */
  stops: readonly number[];
  onChange: (value: number) => void;
  /** The value in words for screen readers. */
  valueText: string;
}

/** A slider with one thumb. A value between two stops shows at the lower one, a value beyond the stops at the end. */
function Slider({ value, stops, onChange, valueText, ...rest }: SliderProps) {
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
      className="relative flex h-6 w-full touch-none select-none items-center"
    >
      <Radix.Track className="relative h-1.5 w-full grow overflow-hidden rounded-full bg-line forced-colors:border">
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
