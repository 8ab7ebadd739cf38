import type { ComponentProps } from 'react';
import { InputField } from '../../kit/ui/input-field.tsx';

const LONGEST_LABEL = 40;

/** Form rule: a saved address has a label. */
export const LABEL_RULE = { validate: (text: string) => text.trim() !== '' || 'Enter a label' };

export function LabelField(field: Omit<ComponentProps<typeof InputField>, 'label'>) {
  return (
    <InputField
      {...field}
      label="Label"
      maxLength={LONGEST_LABEL}
      autoComplete="off"
      placeholder="Hardware wallet"
    />
  );
}
