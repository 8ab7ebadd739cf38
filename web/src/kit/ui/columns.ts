import {
  type ColumnDef,
  createColumnHelper,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';

/** Display options of a column. */
export interface ColumnLook {
  /** Use it for figures. */
  align?: 'right';
  /**
   * Place on a phone card, always without a label. 'title' is the heading and 'below' stands under it. 'fine'
   * is small print in one line. 'aside' stands at the right and 'foot' at the bottom.
   */
  card?: 'title' | 'below' | 'fine' | 'aside' | 'foot';
  /** Name of the column on a card and for sorting, if its header is not text. */
  name?: string;
  className?: string;
}

export const TABLE_FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as ColumnLook,
});
export type TableFeatures = typeof TABLE_FEATURES;
export type Column<Row extends RowData> = ColumnDef<TableFeatures, Row>;

/**
 * Creates the columns of a row type: `columnsOf<Account>()` at module scope, then `.accessor(…)`,
 * `.display(…)`, `.columns([…])`.
 */
export const columnsOf = <Row extends RowData>() => createColumnHelper<TableFeatures, Row>();
