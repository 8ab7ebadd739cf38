import type { SortingState } from '@tanstack/react-table';
import { useCallback, useState } from 'react';
import { useDeferredSearch } from './use-deferred-search.ts';

/** What a list is narrowed to. Empty text: everything. */
export interface TableFilter {
  readonly type: string;
  readonly status: string;
  /** Days in the user's own time zone, `2026-11-24`. Both are included. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: TableFilter = { type: '', status: '', from: '', to: '' };

export const isFiltered = (filter: TableFilter): boolean => Object.values(filter).some(Boolean);

/** The search, page and sorting of a table that the server searches, sorts and pages. */
export interface TableView {
  readonly search: string;
  /** Starts at 1. */
  readonly page: number;
  readonly sorting: SortingState;
  readonly filter: TableFilter;
}

/** The default order of the server, newest first. No column header represents it. */
export const AS_ADDED: TableView = { search: '', page: 1, sorting: [], filter: NO_FILTER };
export const NEWEST_FIRST: TableView = { ...AS_ADDED, sorting: [{ id: 'createdAt', desc: true }] };

/** A view and its changes. Searching, filtering and sorting return to the first page. */
export function useTableView(initial: TableView) {
  const [view, setView] = useState(initial);
  const search = useDeferredSearch(
    (text) => setView((before) => ({ ...before, search: text, page: 1 })),
    initial.search,
  );
  const sortBy = useCallback(
    (sorting: SortingState) => setView((before) => ({ ...before, sorting, page: 1 })),
    [],
  );
  return {
    view,
    search,
    sortBy,
    filterBy: (filter: TableFilter) => setView((before) => ({ ...before, filter, page: 1 })),
    turnTo: (page: number) => setView({ ...view, page }),
  };
}

/** Turns a view into query parameters. `Column` is the type of the sortable columns. */
export function wireOf<Column extends string>({ search, page, sorting }: TableView, pageSize: number) {
  const [sorted] = sorting;
  return {
    page: String(page),
    pageSize: String(pageSize),
    search: search || undefined,
    sort: sorted?.id as Column | undefined,
    dir: sorted && (sorted.desc ? ('desc' as const) : ('asc' as const)),
  };
}

/** Turns a view's search and filter into query parameters. The server's end of a time range is exclusive. */
export function filterOf<Type extends string, Status extends string>({ search, filter }: TableView) {
  return {
    search: search || undefined,
    type: (filter.type || undefined) as Type | undefined,
    status: (filter.status || undefined) as Status | undefined,
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
