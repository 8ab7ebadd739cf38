import type { ComponentProps } from 'react';
import { InputField } from '../../kit/ui/input-field.tsx';

/** The field for the address that a withdrawal is sent to. */
export function AddressField(props: Omit<ComponentProps<typeof InputField>, 'label'>) {
  return (
    <InputField
      {...props}
      label="Litecoin address"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="ltc1…"
      className="font-mono text-sm max-sm:text-base"
    />
  );
}
