import type { ComponentProps } from 'react';
import { InputField } from '../../kit/ui/input-field.tsx';

const LONGEST_NAME = 40;

/** Form rule: a factor has a name. */
export const NAME_RULE = { validate: (text: string) => text.trim() !== '' || 'Enter a name' };

/** The name by which the user recognises a factor. */
export function NameField(field: Omit<ComponentProps<typeof InputField>, 'label'>) {
  return <InputField {...field} label="Name" maxLength={LONGEST_NAME} autoComplete="off" />;
}
