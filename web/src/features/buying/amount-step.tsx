import { MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Field } from '../../kit/ui/field.tsx';
import { Slider } from '../../kit/ui/slider.tsx';
import { AMOUNT_STOPS, QUICK_AMOUNTS, settleAmount, TOO_LITTLE_AT_FIELD } from './draft.ts';
import { AmountInput } from './order-fields.tsx';
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
    <Step number={1} title="Choose an amount" steps={steps}>
      <Field
        label="Robux amount"
        hint={`${formatWhole(MIN_ORDER_ROBUX)} to ${formatWhole(MAX_ORDER_ROBUX)} Robux`}
        error={isTooLittle ? TOO_LITTLE_AT_FIELD : undefined}
      >
        {(control) => (
          <AmountInput
            {...control}
            amount={amount}
            onChange={onChange}
            onBlur={() => onChange(settleAmount(amount))}
            className="h-14 font-semibold text-2xl tracking-tight"
          />
        )}
      </Field>
      <Slider
        aria-label="Amount by slider"
        stops={AMOUNT_STOPS}
        value={amount}
        valueText={`${formatWhole(amount)} Robux`}
        onChange={(value) => onChange(robux(value))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend */}
      <div role="group" aria-label="Quick amounts" className="grid grid-cols-3 gap-2 sm:grid-cols-6">
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
