import { Search, X } from 'lucide-react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { AffixedInput } from './field.tsx';
import type { SearchText } from './use-table-view.ts';

interface SearchInputProps {
  /** Accessible name and placeholder. */
  label: string;
  search: SearchText;
  className?: string;
}

/** A search field for a list. */
export function SearchInput({ label, search: { text, type, settle }, className }: SearchInputProps) {
  return (
    <search className={cn('w-full sm:w-72', className)}>
      <AffixedInput
        aria-label={label}
        placeholder={label}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={settle}
        before={<Search />}
        after={
          text && (
            <Button variant="ghost" size="icon-sm" aria-label="Clear search" onClick={() => type('')}>
              <X aria-hidden className="size-4" />
            </Button>
          )
        }
        className="h-10 text-sm max-sm:text-base"
      />
    </search>
  );
}
