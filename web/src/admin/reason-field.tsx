import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

const LONGEST_REASON = 500;

/** Rule of the field below: nothing is decided or booked without saying why. */
export const REASON = {
  validate: (text: string) => text.trim() !== '' || 'Say why, for those who read it later',
};

interface ReasonFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
}

/** Why staff does what it does; it goes into the audit log. */
export function ReasonField({ field, error, hint }: ReasonFieldProps) {
  return (
    <Field label="Reason" hint={hint} error={error}>
      {(control) => <Input {...control} {...field} maxLength={LONGEST_REASON} autoComplete="off" />}
    </Field>
  );
}
