import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

const LONGEST_REASON = 500;

/** Form rule: decisions and corrections need a reason. */
export const REASON = {
  validate: (text: string) => text.trim() !== '' || 'Say why, for those who read it later',
};

interface ReasonFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
}

/** The reason for a staff action. It goes into the audit log. */
export function ReasonField({ field, error, hint }: ReasonFieldProps) {
  return (
    <Field label="Reason" hint={hint} error={error}>
      {(control) => <Input {...control} {...field} maxLength={LONGEST_REASON} autoComplete="off" />}
    </Field>
  );
}
