import type { Cell, ReactTable, RowData, Row as TableRow } from '@tanstack/react-table';
import { type ReactNode, Suspense } from 'react';
import { cn } from './class-names.ts';
import type { ColumnLook, TableFeatures } from './columns.ts';
import { lazyNamed } from './lazy.tsx';

/** Loads on demand, because not every table can be sorted and the select list is large. */
const SortChoice = lazyNamed(async () => (await import('./select.tsx')).SortChoice);

interface DataCardsProps<Row extends RowData> {
  table: ReactTable<TableFeatures, Row>;
  label: string;
}

/** The rows of a table on a phone. Each row is a card, and column names become labels. */
export function DataCards<Row extends RowData>({ table, label }: DataCardsProps<Row>) {
  return (
    <div className="flex flex-col">
      {table.getAllColumns().some((column) => column.getCanSort()) && (
        <div className="min-h-16 border-line border-b px-4 py-3">
          <Suspense>
            <SortChoice table={table as unknown as ReactTable<TableFeatures, object>} nameOf={nameOf} />
          </Suspense>
        </div>
      )}
      <ul aria-label={label} className="flex flex-col divide-y divide-line">
        {table.getRowModel().rows.map((row) => (
          <li key={row.id} className="relative flex flex-col gap-2 px-4 py-3.5">
            <CardOf table={table} row={row} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CardOfProps<Row extends RowData> {
  table: ReactTable<TableFeatures, Row>;
  row: TableRow<TableFeatures, Row>;
}

function CardOf<Row extends RowData>({ table, row }: CardOfProps<Row>) {
  const cells = row.getAllCells();
  const at = (place: ColumnLook['card']) =>
    cells.filter((cell) => cell.column.columnDef.meta?.card === place);
  const show = (cell: Cell<TableFeatures, Row, unknown>) => <table.FlexRender key={cell.id} cell={cell} />;
  const isDense = at('below').length + at('fine').length > 0;
  return (
    <>
      <div className={cn('flex flex-wrap justify-between gap-x-3 gap-y-1', !isDense && 'items-center')}>
        <div className="flex min-w-24 flex-1 flex-col gap-0.5">
          <div className="flex min-w-0 items-center gap-3 font-medium">{at('title').map(show)}</div>
          {at('below').map((cell) => (
            <div key={cell.id} className="min-w-0">
              {show(cell)}
            </div>
          ))}
          <Fine cells={at('fine')} show={show} />
        </div>
        <div
          className={cn(
            'relative ml-auto flex max-w-full shrink-0 gap-x-2 gap-y-1',
            isDense ? 'flex-col items-end' : 'items-center',
          )}
        >
          {at('aside').map(show)}
        </div>
      </div>
      {at(undefined).length > 0 && (
        <dl className="flex flex-col">
          {at(undefined).map((cell) => (
            <div key={cell.id} className="flex items-baseline justify-between gap-4 large-text:flex-wrap">
              <dt className="shrink-0 py-1 text-3">{nameOf(cell.column.columnDef)}</dt>
              <dd className="ml-auto grid min-h-7 min-w-0 grid-cols-1 content-center justify-items-end text-right text-1 tabular-nums *:max-w-full [&>.flex-col]:items-end">
                {show(cell)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {at('foot').length > 0 && (
        <div className="relative flex flex-wrap items-center gap-2">{at('foot').map(show)}</div>
      )}
    </>
  );
}

/** Small print. Its labels are for screen readers only, because the figures explain themselves. */
function Fine<CellOfRow extends { id: string; column: { columnDef: Named } }>({
  cells,
  show,
}: {
  cells: readonly CellOfRow[];
  show: (cell: CellOfRow) => ReactNode;
}) {
  if (cells.length === 0) return null;
  return (
    // The dots stand in the gaps before the figures. The overflow hides the dot at the start of each line.
    <dl className="-my-1 flex flex-wrap items-center overflow-hidden py-1 text-3 text-xs tabular-nums">
      {cells.map((cell) => (
        <div
          key={cell.id}
          className="-ml-3 relative mr-3 pl-3 before:absolute before:left-1 before:content-['·'] has-[dd:empty]:hidden"
        >
          <dt className="sr-only">{nameOf(cell.column.columnDef)}</dt>
          <dd>{show(cell)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Named {
  meta?: { name?: string };
  header?: unknown;
  id?: string;
}

function nameOf(column: Named): string {
  return column.meta?.name ?? (typeof column.header === 'string' ? column.header : (column.id ?? ''));
}
