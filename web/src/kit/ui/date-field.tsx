import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

interface DateFieldProps {
  label: string;
  /** `2026-11-24`, or empty. */
  value: string;
  onChange: (date: string) => void;
  /** At the right of the label, such as the time zone. */
  aside?: ReactNode;
}

/** A field for a day. */
export function DateField({ label, value, onChange, aside }: DateFieldProps) {
  return (
    <Field label={label} aside={aside} className="min-w-0">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-10 min-w-0 text-sm max-sm:text-base"
        />
      )}
    </Field>
  );
}
