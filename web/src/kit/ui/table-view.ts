import type { SortingState } from '@tanstack/react-table';

export const FILTERS = ['type', 'status', 'action', 'itemType', 'role', 'state', 'from', 'to'] as const;

/** What a list is narrowed to. Empty text: everything. Days are `2026-11-24`, both included. */
export type TableFilter = Readonly<Record<(typeof FILTERS)[number], string>>;

export const NO_FILTER = Object.fromEntries(FILTERS.map((name) => [name, ''])) as unknown as TableFilter;

export const isFiltered = (filter: TableFilter): boolean => Object.values(filter).some(Boolean);

/** The search, page, sorting and filter of a list that the server searches, sorts and pages. */
export interface TableView {
  readonly search: string;
  /** Starts at 1. */
  readonly page: number;
  readonly sorting: SortingState;
  readonly filter: TableFilter;
}

/** Turns a view into query parameters. `Column` is the type of the sortable columns. */
export function wireOf<Column extends string>({ search, page, sorting }: TableView, pageSize: number) {
  const [sorted] = sorting;
  return {
    page,
    pageSize,
    search,
    sort: sorted?.id as Column | undefined,
    dir: sorted && (sorted.desc ? ('desc' as const) : ('asc' as const)),
  };
}

/** Turns a view's search and filter into query parameters. The server's end of a time range is exclusive. */
export function filterOf<Type extends string, Status extends string>({
  search,
  filter,
}: Pick<TableView, 'search' | 'filter'>) {
  return {
    search,
    type: filter.type as Type | '',
    status: filter.status as Status | '',
    from: startOf(filter.from, 0),
    to: startOf(filter.to, 1),
  };
}

/** The first moment of a day in the user's own time zone, or of a day after it. */
function startOf(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
}
