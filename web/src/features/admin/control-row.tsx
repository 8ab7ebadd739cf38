import { t } from '@sterling/contract/texts.ts';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { typedDecimal } from '../../kit/form/typed-decimal.ts';
import type { FieldProps } from '../../kit/form/use-contract-form.ts';
import { Switch } from '../../kit/ui/checkbox.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { AffixedInput, FieldError, InputField } from '../../kit/ui/field.tsx';

interface ControlRowProps {
  title: ReactNode;
  description: ReactNode;
  /** The control. It stands at the right, and buttons stand below the text on a phone. */
  children: ReactNode;
}

/** A platform control with its description. */
export function ControlRow({ title, description, children }: ControlRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 sm:gap-x-6 sm:px-5">
      <div className="min-w-0 flex-1 basis-36 sm:basis-60">
        <div className="font-medium text-1">{title}</div>
        <p className="text-3">{description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:has-[>button:not([role=combobox])]:w-full max-sm:[&>button]:grow">
        {children}
      </div>
    </div>
  );
}

interface SwitchRowProps {
  label: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

export function SwitchRow({ label, description, checked, onChange, disabled, className }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={cn('flex items-center justify-between gap-6 px-4 py-4 sm:px-5', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-1">
          {label}
        </label>
        <p id={`${id}-description`} className="text-3">
          {description}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-description`}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
      />
    </div>
  );
}

interface SavedInputProps<Value> extends Omit<ComponentProps<typeof AffixedInput>, 'value'> {
  id: string;
  /** The saved value. Null means off. */
  value: Value | null;
  /** Returns undefined if the text cannot be saved. */
  parse: (text: string) => Value | null | undefined;
  onSave: (value: Value | null) => void;
  /** The error for a text that cannot be saved. */
  wrong: string;
}

/** An input that saves on blur or Enter. Esc restores the saved value. */
export function SavedInput<Value extends number | string>({
  id,
  value,
  parse,
  onSave,
  wrong,
  className = 'w-32 sm:w-40',
  ...input
}: SavedInputProps<Value>) {
  /** Unsaved text. Null if there is none. */
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = typed === null ? value : parse(typed);
  const save = () => {
    if (wanted === undefined) return;
    if (wanted !== value) onSave(wanted);
    setTyped(null);
  };
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <AffixedInput
        {...input}
        id={id}
        value={typed ?? (typeof value === 'number' ? typedDecimal(String(value)) : (value ?? ''))}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
          if (key === 'Escape') setTyped(null);
        }}
        aria-invalid={wanted === undefined || undefined}
        aria-describedby={wanted === undefined ? `${id}-error` : undefined}
      />
      {wanted === undefined && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
    </div>
  );
}

export const NO_REASON = t('Enter a reason');

/** The reason for a staff action. It goes into the audit log. */
export function ReasonField(field: FieldProps & { hint?: string }) {
  return <InputField {...field} label={t('Reason')} autoComplete="off" />;
}
