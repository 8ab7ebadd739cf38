import type { UseFormRegisterReturn } from 'react-hook-form';
import { InputField } from '../../kit/ui/input-field.tsx';

const LONGEST_REASON = 500;

/** Form rule: decisions and corrections need a reason. */
export const REASON = {
  validate: (text: string) => text.trim() !== '' || 'Enter a reason',
};

interface ReasonFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
}

/** The reason for a staff action. It goes into the audit log. */
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
