import { cn } from './class-names.ts';

interface SegmentedControlProps<Value extends string> {
  /** Name of the choice for screen readers. */
  label: string;
  options: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice between a few values, all of them visible. Fills the width of a phone. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <fieldset className="flex large-text:flex-wrap rounded-lg max-sm:w-full border border-line bg-surface-1 p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            'h-9 rounded-md px-3 whitespace-nowrap max-sm:flex-auto max-sm:px-1 font-medium text-3 text-sm tabular-nums transition-colors hover:text-1',
            option.value === value && 'bg-surface-2 text-1',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
