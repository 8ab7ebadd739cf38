import type { UseFormRegisterReturn } from 'react-hook-form';
import { InputField } from '../ui/input-field.tsx';

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

/** Why staff decided as they did. The reason goes into the audit log. */
export function ReasonField({ field, error, hint }: ReasonFieldProps) {
  return (
    <InputField
      {...field}
      label="Reason"
      hint={hint}
      error={error}
      maxLength={LONGEST_REASON}
      autoComplete="off"
    />
  );
}
