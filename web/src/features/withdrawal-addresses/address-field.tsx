import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { Field, InputField } from '../../kit/ui/field.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { addressesQuery, isWaiting } from './use-addresses.ts';

interface SavedAddressesProps {
  /** The address in the form. */
  value: string;
  onChoose: (address: string) => void;
}

/** Chooses one of the saved addresses. Nothing without any. */
export function SavedAddresses({ value, onChoose }: SavedAddressesProps) {
  const { data } = useQuery(addressesQuery);
  if (!data || data.addresses.length === 0) return null;
  const choices = data.addresses.map((saved) => ({
    value: saved.address,
    label: saved.label,
    note: isWaiting(saved) ? `Waits until ${formatTime(saved.usableAt)}` : saved.address,
  }));
  const chosen = choices.find((choice) => choice.value === value.trim())?.value;
  return (
    <Field label="Saved address">
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={onChoose}
          choices={choices}
          placeholder="Choose a saved address"
        />
      )}
    </Field>
  );
}

export const NO_ADDRESS = 'Enter a Litecoin address';

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
