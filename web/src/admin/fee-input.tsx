import { useState } from 'react';
import { AffixedInput } from '../ui/input.tsx';
import { feePercentOf } from './fee.ts';

interface FeeInputProps {
  id: string;
  percent: number;
  onSave: (percent: number) => void;
  pending: boolean;
}

/** 0 to 10 percent in steps of 0.1; saved on leaving the field or by Enter. */
export function FeeInput({ id, percent, onSave, pending }: FeeInputProps) {
  /** What was typed and is not saved; null: nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = typed === null ? percent : feePercentOf(typed);
  const save = () => {
    if (wanted === null) return;
    if (wanted !== percent) onSave(wanted);
    setTyped(null);
  };
  return (
    <div className="flex w-40 flex-col gap-1.5">
      <AffixedInput
        id={id}
        type="number"
        inputMode="decimal"
        min={0}
        max={10}
        step={0.1}
        value={typed ?? String(percent)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
        disabled={pending}
        aria-invalid={wanted === null || undefined}
        aria-describedby={wanted === null ? `${id}-error` : undefined}
        after="%"
      />
      {wanted === null && (
        <p id={`${id}-error`} role="alert" className="text-bad text-sm">
          0 to 10 in steps of 0.1
        </p>
      )}
    </div>
  );
}
