import {
  type ColumnDef,
  createColumnHelper,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

/** How a column looks, beside what the table library knows. */
export interface ColumnLook {
  /** Figures stand at the right. */
  align?: 'right';
  /**
   * On a phone's card: 'title' heads the card and 'below' stands under it, 'fine' is its fine print in one line, 'aside' stands at
   * its right, 'foot' at its foot; all without a label.
   */
  card?: 'title' | 'below' | 'fine' | 'aside' | 'foot';
  /** Name of the column on a card and for sorting, where the head is no text. */
  name?: string;
  className?: string;
}

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as ColumnLook,
});
export type Features = typeof features;
export type Column<Row extends RowData> = ColumnDef<Features, Row>;

/** Makes columns of a row type: `columnsOf<Account>()` at module scope, then `.accessor(…)`, `.display(…)`, `.columns([…])`. */
export const columnsOf = <Row extends RowData>() => createColumnHelper<Features, Row>();
