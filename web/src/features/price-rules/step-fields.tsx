import { MAX_RULE_STEPS } from '@sterling/contract/price-rules.ts';
import { t } from '@sterling/contract/texts.ts';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { formatWhole, robuxSign } from '../../kit/format/format.ts';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { AffixedInput, FieldError, Input } from '../../kit/ui/field.tsx';
import type { RuleForm } from './price-rules.ts';

/** Cents more or less from an amount of free Robux on. */
export function StockSteps({ form }: { form: RuleForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'stockSteps' });
  return (
    <Steps
      title={t('By stock')}
      hint={t('Changes the rate of an account with at least this many free Robux. The highest step counts.')}
      addLabel={t('Add a stock step')}
      count={fields.length}
      error={form.formState.errors.stockSteps?.message}
      onAdd={() => append({ fromRobux: '', cents: '' })}
    >
      {fields.map(({ id }, index) => (
        <Row
          key={id}
          removeLabel={t('Remove stock step {index}', { index: index + 1 })}
          onRemove={() => remove(index)}
        >
          <AffixedInput
            {...form.register(`stockSteps.${index}.fromRobux`)}
            aria-label={t('From Robux, step {index}', { index: index + 1 })}
            inputMode="numeric"
            autoComplete="off"
            placeholder={formatWhole(50_000)}
            after={robuxSign()}
          />
          <Cents
            form={form}
            name={`stockSteps.${index}.cents`}
            label={t('Cents, step {index}', { index: index + 1 })}
          />
        </Row>
      ))}
    </Steps>
  );
}

/** Cents more or less between two times of day. */
export function DayTimes({ form }: { form: RuleForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'dayTimes' });
  const zone = useWatch({ control: form.control, name: 'timeZone' });
  return (
    <Steps
      title={t('By time of day')}
      hint={t('Times are in {timeZone} and may go over midnight. Lines that apply add up.', {
        timeZone: zone.replaceAll('_', ' '),
      })}
      addLabel={t('Add a time of day')}
      count={fields.length}
      error={form.formState.errors.dayTimes?.message}
      onAdd={() => append({ from: '22:00', to: '06:00', cents: '' })}
    >
      {fields.map(({ id }, index) => (
        <Row
          key={id}
          removeLabel={t('Remove time of day {index}', { index: index + 1 })}
          onRemove={() => remove(index)}
        >
          <Input
            {...form.register(`dayTimes.${index}.from`)}
            type="time"
            aria-label={t('From, line {index}', { index: index + 1 })}
          />
          <Input
            {...form.register(`dayTimes.${index}.to`)}
            type="time"
            aria-label={t('To, line {index}', { index: index + 1 })}
          />
          <Cents
            form={form}
            name={`dayTimes.${index}.cents`}
            label={t('Cents, line {index}', { index: index + 1 })}
          />
        </Row>
      ))}
    </Steps>
  );
}

interface StepsProps {
  title: string;
  hint: string;
  addLabel: string;
  count: number;
  error: string | undefined;
  onAdd: () => void;
  children: ReactNode;
}

function Steps({ title, hint, addLabel, count, error, onAdd, children }: StepsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-2 text-sm">{title}</legend>
      {count > 0 && <p className="text-3 text-sm">{hint}</p>}
      {children}
      {error && <FieldError>{error}</FieldError>}
      {count < MAX_RULE_STEPS && (
        <Button variant="secondary" size="sm" className="self-start" onClick={onAdd}>
          <Plus aria-hidden className="size-4" />
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  removeLabel: string;
  onRemove: () => void;
  children: ReactNode;
}

function Row({ removeLabel, onRemove, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 [&>*:not(button)]:min-w-28 [&>*:not(button)]:flex-1">
      {children}
      <IconButton icon={X} label={removeLabel} onClick={onRemove} />
    </div>
  );
}

interface CentsProps {
  form: RuleForm;
  name: `stockSteps.${number}.cents` | `dayTimes.${number}.cents`;
  label: string;
}

/** Positive for a higher rate, negative for a lower one. */
const Cents = ({ form, name, label }: CentsProps) => (
  <AffixedInput
    {...form.register(name)}
    aria-label={label}
    inputMode="text"
    autoComplete="off"
    placeholder="-5"
    after={t('cents')}
  />
);
