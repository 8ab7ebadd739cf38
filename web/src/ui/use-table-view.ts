import type { SortingState } from '@tanstack/react-table';
import { useCallback, useState } from 'react';
import { useDeferredSearch } from './use-deferred-search.ts';

/** What someone looks at in a table that the server searches, sorts and pages. */
export interface TableView {
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly sorting: SortingState;
}

/** In the server's own order, newest first, with no head that says so. */
export const AS_ADDED: TableView = { search: '', page: 1, sorting: [] };
export const NEWEST_FIRST: TableView = { search: '', page: 1, sorting: [{ id: 'createdAt', desc: true }] };

/** A view and what changes it; searching and sorting begin at the first page again. */
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

/** The view as the wire asks for it; `Column` names what that list can be sorted by. */
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
