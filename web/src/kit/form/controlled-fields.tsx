import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { CheckboxField } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { type Choice, Select } from '../ui/select.tsx';

interface FormSelectProps<Draft extends FieldValues, Value extends string> {
  control: Control<Draft>;
  name: FieldPathByValue<Draft, Value>;
  label: string;
  hint?: string | undefined;
  choices: readonly Choice<Value>[];
  disabled?: boolean;
  /** Replaces the error of the form. */
  error?: string | undefined;
}

/** A field of a form with a list of values. */
export function FormSelect<Draft extends FieldValues, Value extends string>({
  control: form,
  name,
  label,
  hint,
  error,
  ...select
}: FormSelectProps<Draft, Value>) {
  return (
    <Controller
      name={name}
      control={form}
      render={({ field: { value, onChange }, fieldState }) => (
        <Field label={label} hint={hint} error={error ?? fieldState.error?.message}>
          {(control) => <Select {...control} {...select} value={value as Value} onChange={onChange} />}
        </Field>
      )}
    />
  );
}

interface FormCheckboxProps<Draft extends FieldValues> {
  control: Control<Draft>;
  name: FieldPathByValue<Draft, boolean>;
  label: string;
}

/** A checkbox of a form. */
export function FormCheckbox<Draft extends FieldValues>({ control, name, label }: FormCheckboxProps<Draft>) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
        <CheckboxField
          ref={ref}
          label={label}
          checked={value}
          onCheckedChange={(checked) => onChange(checked === true)}
          error={error?.message}
        />
      )}
    />
  );
}
