import type { Header, ReactTable, RowData } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cn } from './class-names.ts';
import type { Features } from './columns.ts';

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

interface SortHeadProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  header: Header<Features, Row, unknown>;
}

/** The header of a column. A sortable column gets a button and `aria-sort`. */
export function SortHead<Row extends RowData>({ table, header }: SortHeadProps<Row>) {
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
