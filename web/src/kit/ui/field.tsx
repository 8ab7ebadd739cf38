import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

/** Props that connect the control to its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The error text. Undefined if there is no error. */
  error?: string | undefined;
  /** At the right of the label, such as a 'Max' button. */
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
  className?: string;
}

/**
 * A label above a control, with its hint or error below: `<Field label="Amount" error={…}>{(control) =>
 * <Input {...control} />}</Field>`.
 */
export function Field({ label, hint, error, aside, children, className }: FieldProps) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-2 text-sm">
          {label}
        </label>
        {aside && <span className="text-3 text-xs">{aside}</span>}
      </div>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-3 text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
