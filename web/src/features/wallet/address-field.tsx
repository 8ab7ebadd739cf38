import type { ComponentProps } from 'react';
import { Button } from '../../kit/ui/button.tsx';
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

interface ConfirmFormProps {
  /** The present form of the entered address. */
  address: string;
  onConfirm: (address: string) => void;
}

/** Asks whether the user means Litecoin, because Bitcoin uses the entered form too. */
export function ConfirmForm({ address, onConfirm }: ConfirmFormProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-lg bg-warn/12 p-3 text-warn">
      <p>
        This is a Litecoin address in the old format. Its present form is{' '}
        <span className="break-all font-mono text-sm">{address}</span>. Use it?
      </p>
      <Button variant="secondary" size="sm" onClick={() => onConfirm(address)} className="self-start">
        Use This Address
      </Button>
    </div>
  );
}
