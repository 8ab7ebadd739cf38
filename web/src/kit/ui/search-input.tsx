import { Search, X } from 'lucide-react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { AffixedInput } from './input.tsx';

interface SearchInputProps {
  /** Accessible name and placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** A search field for a list. */
export function SearchInput({ label, value, onChange, className }: SearchInputProps) {
  return (
    <search className={cn('w-full sm:w-72', className)}>
      <AffixedInput
        aria-label={label}
        placeholder={label}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        before={<Search />}
        after={
          value && (
            <Button variant="ghost" size="icon-sm" aria-label="Clear search" onClick={() => onChange('')}>
              <X aria-hidden className="size-4" />
            </Button>
          )
        }
        className="h-10 text-sm max-sm:text-base"
      />
    </search>
  );
}
