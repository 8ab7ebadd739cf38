import { type ComponentProps, useState } from 'react';
import { AffixedInput } from '../ui/input.tsx';

interface SavedInputProps extends Omit<ComponentProps<typeof AffixedInput>, 'value'> {
  id: string;
  /** What is saved; null: off. */
  value: number | null;
  /** undefined: the text cannot be saved. */
  parse: (text: string) => number | null | undefined;
  onSave: (value: number | null) => void;
  pending: boolean;
  /** What it can be, said while the text is none of it. */
  wrong: string;
}

/** A number that is saved on leaving the field or by Enter, and comes back by Esc. */
export function SavedInput({ id, value, parse, onSave, pending, wrong, ...input }: SavedInputProps) {
  /** What was typed and is not saved; null: nothing. */
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
