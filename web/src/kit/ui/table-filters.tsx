import { t } from '@sterling/contract/texts.ts';
import { Download, Search, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import { cn } from './class-names.ts';
import { AffixedInput, Field, Input } from './field.tsx';
import { EmptyState } from './missing-content.tsx';
import { type Choice, Select } from './select.tsx';
import { isFiltered, NO_FILTER, type SearchText, type TableFilter, type Zone } from './table-view.ts';

interface FilterButtonProps {
  filter: TableFilter;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** Shows and hides the filters of a list. A dot says that the list is narrowed. */
export function FilterButton({ filter, open, onToggle }: FilterButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-expanded={open}
      aria-label={isFiltered(filter) ? t('Filters, in use') : t('Filters')}
      onClick={() => onToggle(!open)}
      className="max-sm:px-3"
    >
      <SlidersHorizontal aria-hidden className="size-4" />
      <span className="max-sm:hidden">{t('Filters')}</span>
      {isFiltered(filter) && <span aria-hidden className="size-1.5 rounded-full bg-accent" />}
    </Button>
  );
}

/** Downloads the rows that the list shows, of all pages. */
export function CsvLink({ href }: { href: string }) {
  return (
    <Button variant="secondary" asChild className="max-sm:px-3">
      <a href={href} download aria-label={t('Export CSV')}>
        <Download aria-hidden className="size-4" />
        <span className="max-sm:hidden">{t('Export CSV')}</span>
      </a>
    </Button>
  );
}

/** In place of the rows if the filter finds none. */
export function NothingFiltered() {
  return (
    <EmptyState icon={SlidersHorizontal} title={t('Nothing matches these filters')}>
      {t('Choose other filters or clear them.')}
    </EmptyState>
  );
}

const ANY = 'any';

/** A filter with a list of values. */
export interface FilterChoice {
  readonly name: Exclude<keyof TableFilter, 'from' | 'to'>;
  readonly label: string;
  readonly choices: readonly Choice<string>[];
}

interface TableFiltersProps {
  filter: TableFilter;
  onChange: (filter: Partial<TableFilter>) => void;
  choices: readonly FilterChoice[];
  /** The time zone of the days, the user's own by default. */
  zone?: Zone | undefined;
}

/** The filters of a list: its choices and a range of days. */
export function TableFilters({ filter, onChange, choices, zone = 'own' }: TableFiltersProps) {
  const named = zone === 'own' ? undefined : zone;
  const fields = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange(NO_FILTER);
    fields.current?.querySelector<HTMLElement>('button, input')?.focus();
  };
  return (
    <div
      className={cn(
        'flex flex-wrap items-end gap-3 border-line border-b px-4 py-4 sm:px-5',
        !isFiltered(filter) && 'print:hidden',
      )}
    >
      <div
        ref={fields}
        className="grid min-w-0 flex-1 grid-cols-2 gap-3 max-lg:[&>:first-child:nth-last-child(odd)]:col-span-2 max-sm:basis-full lg:flex lg:*:w-44"
      >
        {choices.map(({ name, label, choices: values }) => (
          <Choose
            key={name}
            label={label}
            value={filter[name]}
            choices={values}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <DateField
          label={t('From')}
          aside={named}
          value={filter.from}
          onChange={(from) => onChange({ from })}
        />
        <DateField label={t('To')} aside={named} value={filter.to} onChange={(to) => onChange({ to })} />
      </div>
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={clear} className="print:hidden">
          {t('Clear filters')}
        </Button>
      )}
    </div>
  );
}

interface ChooseProps {
  label: string;
  value: string;
  choices: readonly Choice<string>[];
  onChange: (value: string) => void;
}

function Choose({ label, value, choices, onChange }: ChooseProps) {
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <Select
          {...control}
          value={value || ANY}
          onChange={(next) => onChange(next === ANY ? '' : next)}
          choices={[{ value: ANY, label: t('All') }, ...choices]}
          className="h-10 text-sm max-sm:text-base"
        />
      )}
    </Field>
  );
}

interface DateFieldProps {
  label: string;
  /** `2026-11-24`, or empty. */
  value: string;
  onChange: (date: string) => void;
  /** At the right of the label, such as the time zone. */
  aside?: ReactNode;
}

/** A field for a day. */
function DateField({ label, value, onChange, aside }: DateFieldProps) {
  return (
    <Field label={label} aside={aside} className="min-w-0">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-10 min-w-0 text-sm max-sm:text-base"
        />
      )}
    </Field>
  );
}

interface SearchInputProps {
  /** Accessible name and placeholder. */
  label: string;
  search: SearchText;
  className?: string;
}

/** A search field for a list. */
export function SearchInput({ label, search: { text, type, settle }, className }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    type('');
    input.current?.focus();
  };
  return (
    <search className={cn('w-full sm:w-72', className)}>
      <AffixedInput
        ref={input}
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
        after={text && <IconButton icon={X} label={t('Clear search')} onClick={clear} />}
        className="h-10 text-sm max-sm:text-base"
      />
    </search>
  );
}
