import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { AffixedInput, Input, Textarea } from './input.tsx';

type Labels = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'>;

/** A field with one text input: `<InputField label="Host" {...form.field('host')} />`. */
export function InputField({
  label,
  hint,
  error,
  aside,
  before,
  after,
  ...input
}: ComponentProps<typeof AffixedInput> & Labels) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) =>
        before || after ? (
          <AffixedInput {...input} {...control} before={before} after={after} />
        ) : (
          <Input {...input} {...control} />
        )
      }
    </Field>
  );
}

/** A field for a longer text. */
export function TextareaField({
  label,
  hint,
  error,
  aside,
  ...textarea
}: ComponentProps<typeof Textarea> & Labels) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className="w-full">
      {(control) => <Textarea {...textarea} {...control} />}
    </Field>
  );
}
