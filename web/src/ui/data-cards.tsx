import type { Cell, ReactTable, RowData, Row as TableRow } from '@tanstack/react-table';
import type { Features } from './data-table.tsx';
import { Select } from './select.tsx';

interface DataCardsProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  label: string;
  onRowPress?: ((row: Row) => void) | undefined;
}

/** The rows of a table on a phone: one card each, the columns' names as labels. */
export function DataCards<Row extends RowData>({ table, label, onRowPress }: DataCardsProps<Row>) {
  return (
    <div className="flex flex-col">
      <SortChoice table={table} />
      <ul aria-label={label} className="flex flex-col divide-y divide-line">
        {table.getRowModel().rows.map((row) => (
          <li key={row.id} className="relative flex flex-col gap-3 px-4 py-4">
            <CardOf table={table} row={row} onPress={onRowPress && (() => onRowPress(row.original))} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CardOfProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  row: TableRow<Features, Row>;
  onPress: (() => void) | undefined;
}

function CardOf<Row extends RowData>({ table, row, onPress }: CardOfProps<Row>) {
  const cells = row.getAllCells();
  const at = (place: 'title' | 'aside' | 'foot' | undefined) =>
    cells.filter((cell) => cell.column.columnDef.meta?.card === place);
  const show = (cell: Cell<Features, Row, unknown>) => <table.FlexRender key={cell.id} cell={cell} />;
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        {onPress ? (
          <button
            type="button"
            onClick={onPress}
            className="flex min-w-0 items-center gap-3 text-left font-medium after:absolute after:inset-0"
          >
            {at('title').map(show)}
          </button>
        ) : (
          <div className="flex min-w-0 items-center gap-3 font-medium">{at('title').map(show)}</div>
        )}
        <div className="relative flex shrink-0 items-center gap-2">{at('aside').map(show)}</div>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5">
        {at(undefined).map((cell) => (
          <div key={cell.id} className="min-w-0">
            <dt className="text-3 text-xs">{nameOf(cell.column.columnDef)}</dt>
            <dd className="text-1 tabular-nums">{show(cell)}</dd>
          </div>
        ))}
      </dl>
      {at('foot').length > 0 && (
        <div className="relative flex flex-wrap items-center gap-2">{at('foot').map(show)}</div>
      )}
    </>
  );
}

/** The heads' sorting, which cards have no room for. */
function SortChoice<Row extends RowData>({ table }: { table: ReactTable<Features, Row> }) {
  const columns = table.getAllColumns().filter((column) => column.getCanSort());
  const sorted = columns.find((column) => column.getIsSorted());
  if (columns.length === 0) return null;
  return (
    <div className="border-line border-b px-4 py-3">
      <Select
        aria-label="Sort by"
        placeholder="Sort by…"
        value={sorted && `${sorted.id}:${sorted.getIsSorted()}`}
        onChange={(choice) => {
          const [id, direction] = choice.split(':');
          table.setSorting([{ id: id ?? '', desc: direction === 'desc' }]);
        }}
        choices={columns.flatMap((column) => [
          { value: `${column.id}:asc`, label: `${nameOf(column.columnDef)}, lowest first` },
          { value: `${column.id}:desc`, label: `${nameOf(column.columnDef)}, highest first` },
        ])}
      />
    </div>
  );
}

function nameOf(column: { meta?: { name?: string }; header?: unknown; id?: string }): string {
  return column.meta?.name ?? (typeof column.header === 'string' ? column.header : (column.id ?? ''));
}
