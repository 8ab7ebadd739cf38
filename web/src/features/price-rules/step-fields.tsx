import { MAX_RULE_STEPS } from '@sterling/contract/price-rules.ts';
import { t } from '@sterling/contract/texts.ts';
import { Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { type FieldError as FormError, get, useFieldArray, useWatch } from 'react-hook-form';
import { formatWhole, robuxSign } from '../../kit/format/format.ts';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { AffixedInput, FieldError, Input } from '../../kit/ui/field.tsx';
import { keepFocusInRows } from '../../kit/ui/side-sheet.tsx';
import type { RuleForm } from './price-rules.ts';

/** Cents more or less from an amount of free Robux on. */
export function StockSteps({ form }: { form: RuleForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'stockSteps' });
  const list = useListErrors(form, 'stockSteps');
  return (
    <Steps
      title={t('By stock')}
      hint={t('Changes the rate of an account with at least this many free Robux. The highest step counts.')}
      addLabel={t('Add a stock step')}
      count={fields.length}
      error={list.error}
      errorId={list.errorId}
      onAdd={() => append({ fromRobux: '', cents: '' })}
    >
      {fields.map(({ id }, index) => (
        <Row
          key={id}
          removeLabel={t('Remove stock step {index}', { index: index + 1 })}
          onRemove={() => {
            remove(index);
            list.recheck();
          }}
        >
          <AffixedInput
            {...list.input(`stockSteps.${index}.fromRobux`)}
            aria-label={t('From Robux, step {index}', { index: index + 1 })}
            inputMode="numeric"
            autoComplete="off"
            placeholder={formatWhole(50_000)}
            after={robuxSign()}
          />
          <Cents
            {...list.input(`stockSteps.${index}.cents`)}
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
  const list = useListErrors(form, 'dayTimes');
  const zone = useWatch({ control: form.control, name: 'timeZone' });
  return (
    <Steps
      title={t('By time of day')}
      hint={t('Times are in {timeZone} and may go over midnight. Lines that apply add up.', {
        timeZone: zone.replaceAll('_', ' '),
      })}
      addLabel={t('Add a time of day')}
      count={fields.length}
      error={list.error}
      errorId={list.errorId}
      onAdd={() => append({ from: '22:00', to: '06:00', cents: '' })}
    >
      {fields.map(({ id }, index) => (
        <Row
          key={id}
          removeLabel={t('Remove time of day {index}', { index: index + 1 })}
          onRemove={() => {
            remove(index);
            list.recheck();
          }}
        >
          <Input
            {...list.input(`dayTimes.${index}.from`)}
            type="time"
            aria-label={t('From, line {index}', { index: index + 1 })}
          />
          <Input
            {...list.input(`dayTimes.${index}.to`)}
            type="time"
            aria-label={t('To, line {index}', { index: index + 1 })}
          />
          <Cents
            {...list.input(`dayTimes.${index}.cents`)}
            label={t('Cents, line {index}', { index: index + 1 })}
          />
        </Row>
      ))}
    </Steps>
  );
}

type List = 'stockSteps' | 'dayTimes';
type InputName =
  | `stockSteps.${number}.${'fromRobux' | 'cents'}`
  | `dayTimes.${number}.${'from' | 'to' | 'cents'}`;

/**
 * The error of a list, and the properties of its inputs, which mark those at fault. While there is an error, each change checks the
 * whole list again: a change of one input can make another one right.
 */
function useListErrors(form: RuleForm, list: List) {
  const errorId = useId();
  const { errors } = form.formState;
  const recheck = () => void (errors[list] && form.trigger(list));
  const input = (name: InputName) => ({
    ...form.register(name, { onChange: recheck }),
    ...(get(errors, name) !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId }),
  });
  const inItems = Object.values(errors[list] ?? {}).flatMap((item) =>
    Object.values(item ?? {}),
  ) as FormError[];
  return { errorId, error: inItems[0]?.message, recheck, input };
}

interface StepsProps {
  title: string;
  hint: string;
  addLabel: string;
  count: number;
  error: string | undefined;
  errorId: string;
  onAdd: () => void;
  children: ReactNode;
}

function Steps({ title, hint, addLabel, count, error, errorId, onAdd, children }: StepsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-2 text-sm">{title}</legend>
      {count > 0 && <p className="text-3 text-sm">{hint}</p>}
      <div ref={keepFocusInRows} className="flex flex-col gap-2 empty:hidden">
        {children}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
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

/** Positive for a higher rate, negative for a lower one. */
const Cents = ({ label, ...input }: ComponentProps<typeof Input> & { label: string }) => (
  <AffixedInput
    {...input}
    aria-label={label}
    inputMode="text"
    autoComplete="off"
    placeholder="-5"
    after={t('cents')}
  />
);
