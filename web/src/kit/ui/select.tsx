import { t } from '@sterling/contract/texts.ts';
import type { ReactTable, RowData } from '@tanstack/react-table';
import { Check, ChevronDown } from 'lucide-react';
import * as Radix from 'radix-ui/select';
import { useState } from 'react';
import { cn } from './class-names.ts';
import type { TableFeatures } from './columns.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A second line in a lighter colour. */
  note?: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  value: Value | undefined;
  onChange: (value: Value) => void;
  choices: readonly Choice<Value>[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Chooses one of several values, with the keyboard too. */
export function Select<Value extends string>({
  value,
  onChange,
  choices,
  placeholder = t('Select…'),
  disabled,
  className,
  ...control
}: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root
      open={open}
      onOpenChange={setOpen}
      value={value ?? ''}
      onValueChange={(next) => onChange(next as Value)}
      disabled={disabled}
    >
      <Radix.Trigger
        {...control}
        className={cn(
          'inline-flex h-11 w-full items-center justify-between gap-2 rounded-lg border border-field bg-input px-3 text-base text-1 transition-colors disabled:opacity-60 aria-invalid:border-bad data-placeholder:text-3',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown aria-hidden className="size-4 text-3" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        {/* The list renders at the end of the page, outside all landmarks, so it needs a landmark of its own. */}
        <div {...(open && { role: 'region', 'aria-label': t('Choices') })}>
          <Radix.Content
            position="popper"
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[max(var(--radix-select-trigger-width),20rem)] rounded-xl bg-surface-1 shadow-float data-[state=open]:animate-pop-in"
          >
            <Radix.Viewport className="p-1">
              {choices.map((choice) => (
                <Option key={choice.value} choice={choice} />
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option({ choice: { value, label, note, disabled } }: { choice: Choice<string> }) {
  return (
    <Radix.Item
      value={value}
      disabled={disabled}
      className="flex min-h-9 cursor-pointer select-none items-center justify-between gap-3 rounded-lg px-2.5 py-1.5 text-1 outline-none data-disabled:cursor-default data-highlighted:bg-surface-2 data-disabled:text-3"
    >
      <span className="wrap-anywhere min-w-0">
        <Radix.ItemText>{label}</Radix.ItemText>
        {note && <span className="block text-3 text-xs">{note}</span>}
      </span>
      <Radix.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

interface SortChoiceProps<Row extends RowData> {
  table: ReactTable<TableFeatures, Row>;
  nameOf: (column: object) => string;
}

/** A sort menu for cards, because cards have no table header. */
export function SortChoice<Row extends RowData>({ table, nameOf }: SortChoiceProps<Row>) {
  const columns = table.getAllColumns().filter((column) => column.getCanSort());
  const sorted = columns.find((column) => column.getIsSorted());
  const { rows } = table.getRowModel();
  return (
    <Select
      aria-label={t('Sort by')}
      // The whole choice is readable in narrow windows: some languages need a second line.
      className="h-auto min-h-10 py-2 text-left *:whitespace-normal"
      placeholder={t('Sort by…')}
      value={sorted && `${sorted.id}:${sorted.getIsSorted()}`}
      onChange={(choice) => {
        const [id, direction] = choice.split(':');
        table.setSorting([{ id: id ?? '', desc: direction === 'desc' }]);
      }}
      choices={columns.flatMap((column) => {
        const [asc, desc] = wordsFor(
          rows.map((row) => row.getValue(column.id)).find((value) => value != null),
        );
        const name = nameOf(column.columnDef);
        return [
          { value: `${column.id}:asc`, label: `${name}, ${asc}` },
          { value: `${column.id}:desc`, label: `${name}, ${desc}` },
        ];
      })}
    />
  );
}

/** Labels of ascending and descending for a type of value. Times and names are not low or high. */
function wordsFor(value: unknown): readonly [asc: string, desc: string] {
  if (value instanceof Date) return [t('oldest first'), t('newest first')];
  if (typeof value !== 'string') return [t('lowest first'), t('highest first')];
  return [t('A to Z'), t('Z to A')];
}
