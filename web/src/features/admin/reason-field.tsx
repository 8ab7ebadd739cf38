import type { FieldProps } from '../../kit/form/use-contract-form.ts';
import { InputField } from '../../kit/ui/input-field.tsx';

export const NO_REASON = 'Enter a reason';

/** The reason for a staff action. It goes into the audit log. */
export function ReasonField(field: FieldProps & { hint?: string }) {
  return <InputField {...field} label="Reason" autoComplete="off" />;
}
