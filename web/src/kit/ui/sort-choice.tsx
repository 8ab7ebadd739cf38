import type { ReactTable, RowData } from '@tanstack/react-table';
import type { Features } from './columns.ts';
import { Select } from './select.tsx';

interface SortChoiceProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  nameOf: (column: object) => string;
}

/** A sort menu for cards, because cards have no table header. */
export default function SortChoice<Row extends RowData>({ table, nameOf }: SortChoiceProps<Row>) {
  const columns = table.getAllColumns().filter((column) => column.getCanSort());
  const sorted = columns.find((column) => column.getIsSorted());
  const [first] = table.getRowModel().rows;
  return (
    <Select
      aria-label="Sort by"
      className="h-10"
      placeholder="Sort by…"
      value={sorted && `${sorted.id}:${sorted.getIsSorted()}`}
      onChange={(choice) => {
        const [id, direction] = choice.split(':');
        table.setSorting([{ id: id ?? '', desc: direction === 'desc' }]);
      }}
      choices={columns.flatMap((column) => {
        const [asc, desc] = wordsFor(first?.getValue(column.id));
        const name = nameOf(column.columnDef);
        return [
          { value: `${column.id}:asc`, label: `${name}, ${asc}` },
          { value: `${column.id}:desc`, label: `${name}, ${desc}` },
        ];
      })}
    />
  );
}

const IS_TIME = /^\d{4}-\d\d-\d\dT/;
const IS_FIGURE = /^-?[\d.]*$/;

/** Labels of ascending and descending for a type of value. Times and names are not low or high. */
function wordsFor(value: unknown): readonly [asc: string, desc: string] {
  if (typeof value !== 'string' || IS_FIGURE.test(value)) return ['lowest first', 'highest first'];
  return IS_TIME.test(value) ? ['oldest first', 'newest first'] : ['A to Z', 'Z to A'];
}
