import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { numberField } from '../form/typed-decimal.ts';
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {/* Stays behind the error: if an element goes while Tab leaves a field, Radix moves the focus to the dialog. */}
      {hint && (
        <p id={`${id}-hint`} hidden={Boolean(error)} className="text-3 text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The error of a field or an action, below it. An `id` connects it to the control that it describes. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} role="alert" className="flex items-start gap-1.5 text-bad text-sm">
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {children}
  </p>
);

const FRAME =
  'h-11 w-full text-ellipsis rounded-lg border border-field bg-input px-3 text-base text-1 transition-colors enabled:read-only:border-line enabled:read-only:bg-surface-2 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-bad';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...numberField(rest)} className={cn(FRAME, className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={cn(FRAME, 'h-auto min-h-28 py-2.5', className)} />;
}

interface AffixedInputProps extends ComponentProps<'input'> {
  before?: ReactNode;
  after?: ReactNode;
}

/** An input with a unit or button before or after the text. */
export function AffixedInput({ before, after, className, ...rest }: AffixedInputProps) {
  return (
    <div className="relative flex items-center">
      {before && (
        <span aria-hidden className="pointer-events-none absolute left-3 text-3 [&_svg]:size-4">
          {before}
        </span>
      )}
      <Input
        {...rest}
        className={cn(before && (isLong(before) ? 'pl-12' : 'pl-9'), after && 'pr-14', className)}
      />
      {after && <span className="absolute right-3 text-3 text-sm">{after}</span>}
    </div>
  );
}

/** Longer than one sign, such as `US$`. */
const isLong = (before: ReactNode): boolean => typeof before === 'string' && before.length > 1;

type Labels = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'>;

/** A field with one text input: `<InputField label="Host" {...form.field('host')} />`. */
export function InputField({
  label,
  hint,
  error,
  aside,
  before,
  after,
  ...input
}: ComponentProps<typeof AffixedInput> & Labels) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) =>
        before || after ? (
          <AffixedInput {...input} {...control} before={before} after={after} />
        ) : (
          <Input {...input} {...control} />
        )
      }
    </Field>
  );
}

/** A field for a longer text. */
export function TextareaField({
  label,
  hint,
  error,
  aside,
  ...textarea
}: ComponentProps<typeof Textarea> & Labels) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className="w-full">
      {(control) => <Textarea {...textarea} {...control} />}
    </Field>
  );
}
