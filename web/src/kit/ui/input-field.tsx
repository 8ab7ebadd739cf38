import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { AffixedInput, Input } from './input.tsx';

type InputFieldProps = ComponentProps<typeof AffixedInput> &
  Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'>;

/** A field with one text input: `<InputField label="Host" error={…} {...form.register('host')} />`. */
export function InputField({ label, hint, error, aside, before, after, ...input }: InputFieldProps) {
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
