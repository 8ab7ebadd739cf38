import type { SortingState } from '@tanstack/react-table';
import { useCallback, useState } from 'react';
import { useDeferredSearch } from './use-deferred-search.ts';

/** The search, page and sorting of a table that the server searches, sorts and pages. */
export interface TableView {
  readonly search: string;
  /** Starts at 1. */
  readonly page: number;
  readonly sorting: SortingState;
}

/** The default order of the server, newest first. No column header represents it. */
export const AS_ADDED: TableView = { search: '', page: 1, sorting: [] };
export const NEWEST_FIRST: TableView = { search: '', page: 1, sorting: [{ id: 'createdAt', desc: true }] };

/** A view and its changes. Searching and sorting return to the first page. */
export function useTableView(initial: TableView) {
  const [view, setView] = useState(initial);
  const search = useDeferredSearch((text) => setView((before) => ({ ...before, search: text, page: 1 })));
  const sortBy = useCallback(
    (sorting: SortingState) => setView((before) => ({ ...before, sorting, page: 1 })),
    [],
  );
  return {
    view,
    search,
    sortBy,
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
