import { type ComponentProps, useState } from 'react';
import { AffixedInput } from '../../kit/ui/input.tsx';

interface SavedInputProps extends Omit<ComponentProps<typeof AffixedInput>, 'value'> {
  id: string;
  /** The saved value. Null means off. */
  value: number | null;
  /** Returns undefined if the text cannot be saved. */
  parse: (text: string) => number | null | undefined;
  onSave: (value: number | null) => void;
  pending: boolean;
  /** The error for a text that cannot be saved. */
  wrong: string;
}

/** A number input that saves on blur or Enter. Esc restores the saved value. */
export function SavedInput({ id, value, parse, onSave, pending, wrong, ...input }: SavedInputProps) {
  /** Unsaved text. Null if there is none. */
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = typed === null ? value : parse(typed);
  const save = () => {
    if (wanted === undefined) return;
    if (wanted !== value) onSave(wanted);
    setTyped(null);
  };
  return (
    <div className="flex w-32 flex-col sm:w-40 gap-1.5">
      <AffixedInput
        {...input}
        id={id}
        value={typed ?? (value === null ? '' : String(value))}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save();
          if (key === 'Escape') setTyped(null);
        }}
        disabled={pending}
        aria-invalid={wanted === undefined || undefined}
        aria-describedby={wanted === undefined ? `${id}-error` : undefined}
      />
      {wanted === undefined && (
        <p id={`${id}-error`} role="alert" className="text-bad text-sm">
          {wrong}
        </p>
      )}
    </div>
  );
}
