import {
  type Header,
  type ReactTable,
  type RowData,
  type SortingState,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { type Item, openItem } from '../navigation/open-above.tsx';
import { cn } from './class-names.ts';
import { type Column, TABLE_FEATURES, type TableFeatures } from './columns.ts';
import { DataCards } from './data-cards.tsx';
import { useIsPhone } from './use-browser.ts';

interface DataTableProps<Row extends RowData> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Sorting state of the caller. With `sortedByServer` the rows are already sorted. */
  sorting?: SortingState;
  onSortingChange?: (sorting: SortingState) => void;
  sortedByServer?: boolean;
  /** What a press on a row opens. Its title must link to the same item. */
  itemOf?: (row: Row) => Item;
  /** Shown if there are no rows. */
  empty: ReactNode;
  className?: string;
}

/** A table with a sticky header and sort buttons. Below 640 px each row is a card. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone();
  const table = useTable({
    features: TABLE_FEATURES,
    columns: props.columns as Column<Row>[],
    data: props.rows as Row[],
    getRowId: props.rowId,
    enableSortingRemoval: false,
    enableMultiSort: false,
    manualSorting: props.sortedByServer ?? false,
    ...(props.sorting && {
      state: { sorting: props.sorting },
      onSortingChange: (change: SortingState | ((before: SortingState) => SortingState)) =>
        props.onSortingChange?.(typeof change === 'function' ? change(props.sorting ?? []) : change),
    }),
  });
  if (props.rows.length === 0) return <>{props.empty}</>;
  if (isPhone) return <DataCards table={table} label={props.label} />;
  return <WideTable table={table} {...props} />;
}

interface WideTableProps<Row extends RowData> {
  table: ReactTable<TableFeatures, Row>;
  label: string;
  itemOf?: (row: Row) => Item;
  className?: string;
}

function WideTable<Row extends RowData>({ table, label, itemOf, className }: WideTableProps<Row>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className={cn(
        '@container relative max-h-[max(70dvh,36rem)] overflow-auto has-[[role=menu]]:z-10 print:max-h-none print:overflow-visible',
        className,
      )}
    >
      <Table aria-label={label} className="w-full border-separate border-spacing-0 text-left text-sm">
        <thead className="sticky top-0 z-10 bg-surface-1">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <SortHead key={header.id} table={table} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              onClick={itemOf && (({ target }) => !isControl(target) && openItem(itemOf(row.original)))}
              className={cn(
                'group transition-colors hover:bg-surface-2/50 [&:last-child>td]:border-b-0',
                itemOf && 'cursor-pointer',
              )}
            >
              {row.getAllCells().map((cell) => {
                const look = cell.column.columnDef.meta;
                return (
                  <td
                    key={cell.id}
                    className={cn(
                      'h-13 border-line border-b px-2 py-2 text-1 first:pl-5 xl:px-3 xl:[.text-right+&:not(.text-right)]:pl-8 last:pr-5',
                      look?.align === 'right' && 'text-right',
                      cell.column.id === 'actions' && ACTIONS,
                      look?.className,
                    )}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/**
 * The actions of a row stay in sight when the table is wider than its card. An open menu lies above the head of the table, the
 * actions of other rows and what follows the table.
 */
const ACTIONS =
  'sticky right-0 print:hidden bg-surface-1 has-[[role=menu]]:z-20 group-last:rounded-br-xl transition-colors group-hover:bg-[color-mix(in_oklab,var(--color-surface-2)_50%,var(--color-surface-1))]';

/** A press on a button or link inside of a row does only what the button or link does. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a') !== null;

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

interface SortHeadProps<Row extends RowData> {
  table: ReactTable<TableFeatures, Row>;
  header: Header<TableFeatures, Row, unknown>;
}

/** The header of a column. A sortable column gets a button and `aria-sort`. */
function SortHead<Row extends RowData>({ table, header }: SortHeadProps<Row>) {
  const { column } = header;
  const right = column.columnDef.meta?.align === 'right';
  const sorted = column.getIsSorted();
  const sortable = column.getCanSort();
  const text = header.isPlaceholder ? null : <table.FlexRender header={header} />;
  return (
    <th
      scope="col"
      aria-sort={sortable ? (sorted ? ARIA_SORT[sorted] : 'none') : undefined}
      className={cn(
        'h-10 whitespace-nowrap border-line border-b px-2 font-medium text-3 text-xs first:pl-5 xl:px-3 xl:[.text-right+&:not(.text-right)]:pl-8 last:pr-5',
        right && 'text-right',
        column.id === 'actions' && ACTIONS,
        column.columnDef.meta?.className,
      )}
    >
      {sortable ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className={cn(
            'inline-flex min-h-6 items-center gap-1 rounded-sm transition-colors hover:text-1',
            sorted && 'text-1',
            right && 'flex-row-reverse',
          )}
        >
          {text}
          <SortIcon sorted={sorted} />
        </button>
      ) : (
        text
      )}
    </th>
  );
}

function SortIcon({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return <Icon aria-hidden className={cn('size-3.5', !sorted && 'opacity-60')} />;
}

type TableName = { 'aria-label': string } | { 'aria-labelledby': string };

/** A table with its name for screen readers: a text, or the id of a heading. */
export function Table(props: Omit<ComponentProps<'table'>, 'aria-label' | 'aria-labelledby'> & TableName) {
  return <table {...props} />;
}
