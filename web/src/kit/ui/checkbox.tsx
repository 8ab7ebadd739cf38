import { Check, Minus } from 'lucide-react';
import * as Radix from 'radix-ui/checkbox';
import * as RadixSwitch from 'radix-ui/switch';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';
import { FieldError } from './field.tsx';

/** A checkbox without a label. Set `aria-label`, or use CheckboxField. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      {...rest}
      className={cn(
        'group relative grid size-5 shrink-0 place-items-center rounded-[5px] border border-field bg-input transition-colors after:absolute after:-inset-1 disabled:opacity-50 aria-invalid:border-bad data-[state=checked]:border-button data-[state=indeterminate]:border-button data-[state=checked]:bg-button data-[state=indeterminate]:bg-button',
        className,
      )}
    >
      <Radix.Indicator className="text-on-button">
        <Check aria-hidden className="hidden size-3.5 group-data-[state=checked]:block" strokeWidth={3} />
        <Minus
          aria-hidden
          className="hidden size-3.5 group-data-[state=indeterminate]:block"
          strokeWidth={3}
        />
      </Radix.Indicator>
    </Radix.Root>
  );
}

interface CheckboxFieldProps extends ComponentProps<typeof Radix.Root> {
  label: ReactNode;
  error?: string | undefined;
}

/** A checkbox with its label. */
export function CheckboxField({ label, error, ...rest }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-start gap-3">
        <Checkbox
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id} className="text-2">
          {label}
        </label>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** A switch, which acts when it is pressed. A choice that a form sends later is a `Checkbox`. */
export function Switch({ className, ...rest }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      {...rest}
      className={cn(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-field bg-surface-2 px-0.5 transition-colors disabled:opacity-50 data-[state=checked]:border-button data-[state=checked]:bg-button',
        className,
      )}
    >
      <RadixSwitch.Thumb className="block size-4 rounded-full bg-field transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-button" />
    </RadixSwitch.Root>
  );
}

interface SwitchFieldProps extends ComponentProps<typeof RadixSwitch.Root> {
  label: string;
  description: string;
}

/** A switch with its label and what it does. `className` is that of the row. */
export function SwitchField({ label, description, className, ...rest }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={cn('flex items-center justify-between gap-6', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-1">
          {label}
        </label>
        <p id={`${id}-description`} className="text-3">
          {description}
        </p>
      </div>
      <Switch {...rest} id={id} aria-describedby={`${id}-description`} />
    </div>
  );
}
