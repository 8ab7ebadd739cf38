import { t } from '@sterling/contract/texts.ts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { typedDecimal } from '../../kit/form/typed-decimal.ts';
import type { FieldProps } from '../../kit/form/use-contract-form.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { SwitchField } from '../../kit/ui/checkbox.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { AffixedInput, FieldError, InputField } from '../../kit/ui/field.tsx';
import type { SwitchQuestion } from './owner-settings.ts';

interface ControlRowProps {
  title: ReactNode;
  description: ReactNode;
  /** The control. It stands at the right, and buttons stand below the text on a phone. */
  children: ReactNode;
}

/** A platform control with its description. */
export function ControlRow({ title, description, children }: ControlRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:gap-x-6 sm:px-5">
      <div className="min-w-0 flex-1 basis-32 sm:basis-60">
        <div className="font-medium text-1">{title}</div>
        <p className="text-3">{description}</p>
      </div>
      <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2 max-sm:has-[>button:not([role=combobox])]:w-full max-sm:[&>button]:grow">
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
  question?: SwitchQuestion | undefined;
  className?: string;
}

/** A switch with a description. Its `question` is asked before it is turned on, or off (`before`). */
export function SwitchRow({ onChange, question, className, ...row }: SwitchRowProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <SwitchField
        {...row}
        onCheckedChange={(on) => (question?.before === on ? setAsking(true) : onChange(on))}
        className={cn('px-4 py-4 sm:px-5', className)}
      />
      {question && (
        <AlertDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={question.title}
          description={question.description}
          confirmLabel={question.confirmLabel}
          danger
          onConfirm={() => onChange(question.before)}
        />
      )}
    </>
  );
}

interface SavedInputProps<Value> extends Omit<ComponentProps<typeof AffixedInput>, 'value'> {
  id: string;
  /** The saved value. Null means off. */
  value: Value | null;
  /** Returns undefined if the text cannot be saved. */
  parse: (text: string) => Value | null | undefined;
  /** Resolves to whether the value was saved. */
  onSave: (value: Value | null) => Promise<boolean>;
  /** The error for a text that cannot be saved. */
  wrong: string;
}

interface Unsaved<Value> {
  readonly text: string;
  /** The saved value that the text replaces. */
  readonly before: Value | null;
  /** `stuck`: it could not be saved, or someone else has changed the value. Only Enter saves it now. */
  readonly state: 'typed' | 'sent' | 'stuck';
}

/**
 * An input that saves on blur or Enter. Esc restores the saved value. A text that could not be saved stays, and the saved
 * value is named below it.
 */
export function SavedInput<Value extends number | string>({
  id,
  value,
  parse,
  onSave,
  wrong,
  className = 'w-38 sm:w-40',
  ...input
}: SavedInputProps<Value>) {
  const [unsaved, setUnsaved] = useState<Unsaved<Value> | null>(null);
  const wanted = unsaved === null ? value : parse(unsaved.text);
  const saved = typeof value === 'number' ? typedDecimal(String(value)) : (value ?? '');
  const save = async () => {
    if (unsaved === null || unsaved.state === 'sent' || wanted === undefined) return;
    if (wanted === value) return setUnsaved(null);
    if (unsaved.state === 'typed' && unsaved.before !== value)
      return setUnsaved({ ...unsaved, state: 'stuck' });
    const sent: Unsaved<Value> = { ...unsaved, before: value, state: 'sent' };
    setUnsaved(sent);
    const isSaved = await onSave(wanted);
    // a text that was typed since then stays as it is
    setUnsaved((present) => (present !== sent ? present : isSaved ? null : { ...unsaved, state: 'stuck' }));
  };
  const now = saved || input.placeholder || '–';
  const error =
    wanted === undefined
      ? wrong
      : unsaved?.state === 'stuck' && wanted !== value
        ? t('Not saved. It is {now} now. Press Enter to save yours.', { now })
        : null;
  return (
    <div className={cn('flex max-w-full flex-col gap-1.5', className)}>
      <AffixedInput
        {...input}
        className="placeholder:text-sm"
        id={id}
        value={unsaved?.text ?? saved}
        onChange={({ target }) =>
          setUnsaved({ text: target.value, before: unsaved ? unsaved.before : value, state: 'typed' })
        }
        onBlur={() => unsaved?.state === 'typed' && save()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
          if (key === 'Escape') setUnsaved(null);
        }}
        aria-invalid={error !== null || undefined}
        aria-describedby={error !== null ? `${id}-error` : undefined}
      />
      {error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export const NO_REASON = t('Enter a reason');

/** The reason for a staff action. It goes into the audit log. */
export function ReasonField(field: FieldProps & { hint?: string }) {
  return <InputField {...field} label={t('Reason')} autoComplete="off" />;
}
