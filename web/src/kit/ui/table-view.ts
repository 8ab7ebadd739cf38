import type { Endpoint, Given } from '@sterling/contract/endpoint.ts';
import type { SortingState } from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fieldOf } from '../../data/schema-fields.ts';
import { useUrlState } from '../navigation/use-url-state.ts';

/** The filters that a list may have. A list uses those that are fields of its endpoint's query. */
const FILTERS = ['type', 'status', 'action', 'itemType', 'role', 'state', 'from', 'to'] as const;

/** Rows per page of a list of past trades, orders or transfers. */
export const HISTORY_PAGE_SIZE = 10;

/** What a list is narrowed to. Empty text: everything. Days are `2026-11-24`, both included. */
export type TableFilter = Readonly<Record<(typeof FILTERS)[number], string>>;

export const NO_FILTER = Object.fromEntries(FILTERS.map((name) => [name, ''])) as unknown as TableFilter;

/** Whether a filter leaves rows out. */
export const isFiltered = (filter: TableFilter): boolean => Object.values(filter).some(Boolean);

/** The search, page, sorting and filter of a list that the server searches, sorts and pages. */
export interface TableView {
  readonly search: string;
  /** Starts at 1. */
  readonly page: number;
  readonly sorting: SortingState;
  readonly filter: TableFilter;
}

/** The columns by which an endpoint sorts its list. */
type SortOf<E> = Given<E, 'query'> extends { readonly sort?: infer Sort } ? Sort : never;

/** The search and those filters that are fields of an endpoint's query. */
type FilterQuery<E> = {
  readonly [Name in keyof Given<E, 'query'> as Name extends 'search' | keyof TableFilter ? Name : never]:
    | Given<E, 'query'>[Name]
    | '';
};

/** The time zone of the days in a filter: the user's own, or UTC. */
export type Zone = 'own' | 'UTC';

/**
 * The query parameters for all rows that a view finds: its search, and those of its filters that the endpoint has. The server's
 * end of a time range is exclusive.
 */
export function filterQuery<E extends Endpoint>(
  { query }: E,
  { search, filter }: Pick<TableView, 'search' | 'filter'>,
  zone: Zone = 'own',
): FilterQuery<E> {
  const range = { from: startOf(filter.from, 0, zone), to: startOf(filter.to, 1, zone) };
  const given = { search, ...filter, ...range };
  const known = Object.entries(given).filter(([name]) => fieldOf(query, name));
  return Object.fromEntries(known) as FilterQuery<E>;
}

/** The query parameters for one page of what a view finds. The view has only columns that the endpoint can sort by. */
export function pageQuery<E extends Endpoint>(endpoint: E, view: TableView, pageSize: number, zone?: Zone) {
  const [sorted] = view.sorting;
  return {
    page: view.page,
    pageSize,
    ...filterQuery(endpoint, view, zone),
    sort: sorted?.id as SortOf<E> | undefined,
    dir: sorted && (sorted.desc ? ('desc' as const) : ('asc' as const)),
  };
}

/** The first moment of a day, or of a day after it. */
function startOf(day: string, daysLater: number, zone: Zone): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  const start = [year, month - 1, date + daysLater] as const;
  return (zone === 'UTC' ? new Date(Date.UTC(...start)) : new Date(...start)).toISOString();
}

const NAMES = ['search', 'page', 'sort', 'dir', ...FILTERS] as const;

interface Options {
  /** The order of a list that nobody has sorted. Without it, no column header represents the order. */
  readonly sortedBy?: string;
  /** Tells the lists of one page from each other in the address. */
  readonly prefix?: string;
}

/**
 * The view of a list and its changes, kept in the address of the page. The list's endpoint says which values are
 * valid. Searching, filtering and sorting return to the first page.
 */
export function useTableView({ query }: Endpoint, { sortedBy, prefix }: Options = {}) {
  const [params, change] = useUrlState(query, NAMES, prefix);
  const view = useMemo(() => viewOf(params, sortedBy), [params, sortedBy]);
  const search = useSearchText(view.search, (text) =>
    change({ search: text, page: undefined }, { replace: true }),
  );
  const sortBy = useCallback(
    ([sorted]: SortingState) =>
      change({ sort: sorted?.id, dir: sorted && (sorted.desc ? 'desc' : 'asc'), page: undefined }),
    [change],
  );
  return {
    view,
    search,
    sortBy,
    filterBy: (filter: Partial<TableFilter>) => change({ ...filter, page: undefined }),
    turnTo: (page: number, isGone = false) =>
      change({ page: page > 1 ? String(page) : undefined }, { replace: isGone }),
  };
}

export type TableList = ReturnType<typeof useTableView>;

function viewOf(params: Partial<Record<(typeof NAMES)[number], string>>, sortedBy?: string): TableView {
  const { search = '', page = '1', sort = sortedBy, dir = 'desc', ...filter } = params;
  return {
    search,
    page: Number(page),
    sorting: sort ? [{ id: sort, desc: dir === 'desc' }] : [],
    filter: { ...NO_FILTER, ...filter },
  };
}

const PAUSE_MS = 250;

/**
 * The typed text of a search. `onSearch` gets it after a short pause, and when the field loses the focus. Back
 * shows the search that was there.
 */
export function useSearchText(search: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState({ text: search, search });
  if (typed.search !== search) {
    setTyped({ text: typed.text.trim() === search ? typed.text : search, search });
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped({ text, search });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
  };
  const settle = () => {
    clearTimeout(timer.current);
    if (typed.text.trim() !== search) onSearch(typed.text.trim());
  };
  return { text: typed.text, type, settle };
}

export type SearchText = ReturnType<typeof useSearchText>;
