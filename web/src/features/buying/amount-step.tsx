import { MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import * as Radix from 'radix-ui/slider';
import type { KeyboardEvent } from 'react';
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

const ARROW_KEYS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

/** The next multiple of 100 above or below a value, within the slider. */
export function nextHundred(value: number, direction: 1 | -1): number {
  const next = direction > 0 ? Math.floor(value / 100) + 1 : Math.ceil(value / 100) - 1;
  return withinStops(next * 100);
}

const withinStops = (value: number): number =>
  Math.min(Math.max(value, AMOUNT_STOPS[0]!), AMOUNT_STOPS.at(-1)!);

export const QUICK_AMOUNTS: readonly Robux[] = [100, 500, 1000, 5000, 10_000, 25_000].map(robux);

interface SliderProps {
  'aria-label': string;
  value: number;
  onChange: (value: number) => void;
  /** The value in words for screen readers. */
  valueText: string;
}

/**
 * A slider with one thumb. The pointer moves it from stop to stop, an arrow key by one step of 100. A value between two stops shows at
 * the lower one, a value beyond the stops at the end.
 */
function Slider({ value, onChange, valueText, ...rest }: SliderProps) {
  const at = Math.max(
    0,
    AMOUNT_STOPS.findLastIndex((stop) => stop <= value),
  );
  function moveByKey(event: KeyboardEvent): void {
    const direction = ARROW_KEYS[event.key];
    if (!direction) return;
    event.preventDefault();
    onChange(nextHundred(value, direction));
  }
  return (
    <Radix.Root
      value={[at]}
      min={0}
      max={AMOUNT_STOPS.length - 1}
      step={1}
      onValueChange={([next]) => next !== undefined && onChange(AMOUNT_STOPS[next]!)}
      onKeyDown={moveByKey}
      className="relative flex h-6 w-full touch-none select-none items-center"
    >
      <Radix.Track className="relative h-1.5 w-full grow overflow-hidden rounded-full bg-line forced-colors:border">
        <Radix.Range className="absolute h-full bg-button" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={rest['aria-label']}
        aria-valuetext={valueText}
        aria-valuemin={AMOUNT_STOPS[0]}
        aria-valuemax={AMOUNT_STOPS.at(-1)}
        aria-valuenow={withinStops(value)}
        className="block size-6 rounded-full border-2 border-button bg-on-button transition-transform hover:scale-110"
      />
    </Radix.Root>
  );
}
