import { Download, SlidersHorizontal } from 'lucide-react';
import { Button } from './button.tsx';
import { DateField } from './date-field.tsx';
import { EmptyState } from './empty-state.tsx';
import { Field } from './field.tsx';
import { type Choice, Select } from './select.tsx';
import { isFiltered, NO_FILTER, type TableFilter } from './use-table-view.ts';

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
      aria-label={isFiltered(filter) ? 'Filters, in use' : 'Filters'}
      onClick={() => onToggle(!open)}
      className="max-sm:px-3"
    >
      <SlidersHorizontal aria-hidden className="size-4" />
      <span className="max-sm:hidden">Filters</span>
      {isFiltered(filter) && <span aria-hidden className="size-1.5 rounded-full bg-accent" />}
    </Button>
  );
}

/** Downloads the rows that the list shows, of all pages. */
export function CsvLink({ href }: { href: string }) {
  return (
    <Button variant="secondary" asChild className="max-sm:px-3">
      <a href={href} download aria-label="Export CSV">
        <Download aria-hidden className="size-4" />
        <span className="max-sm:hidden">Export CSV</span>
      </a>
    </Button>
  );
}

/** In place of the rows if the filter finds none. */
export function NothingFiltered({ noun }: { noun: string }) {
  return (
    <EmptyState icon={SlidersHorizontal} title={`No ${noun} match these filters`}>
      Choose other filters or clear them.
    </EmptyState>
  );
}

const ANY = 'any';

interface TableFiltersProps {
  filter: TableFilter;
  onChange: (filter: TableFilter) => void;
  /** Without them the list has one type. */
  types?: readonly Choice<string>[];
  /** 'Type' by default. */
  typeLabel?: string;
  statuses: readonly Choice<string>[];
}

/** The filters of a list: type, status and a range of days. */
export function TableFilters({ filter, onChange, types, typeLabel = 'Type', statuses }: TableFiltersProps) {
  const change = (part: Partial<TableFilter>) => onChange({ ...filter, ...part });
  return (
    <div className="flex flex-wrap items-end gap-3 border-line border-b px-4 py-4 sm:px-5">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-3 lg:flex lg:*:w-44">
        {types && (
          <Choose
            label={typeLabel}
            value={filter.type}
            choices={types}
            onChange={(type) => change({ type })}
          />
        )}
        <Choose
          label="Status"
          value={filter.status}
          choices={statuses}
          onChange={(status) => change({ status })}
        />
        <DateField label="From" value={filter.from} onChange={(from) => change({ from })} />
        <DateField label="To" value={filter.to} onChange={(to) => change({ to })} />
      </div>
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onChange(NO_FILTER)}>
          Clear filters
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
          choices={[{ value: ANY, label: 'All' }, ...choices]}
          className="h-10 text-sm max-sm:text-base"
        />
      )}
    </Field>
  );
}
