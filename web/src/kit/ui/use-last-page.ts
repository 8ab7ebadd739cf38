import { useEffect } from 'react';

interface Page {
  readonly rows: readonly unknown[];
  readonly total: number;
  /** Starts at 1. */
  readonly page: number;
}

interface PageQuery {
  readonly data: Page | undefined;
  readonly isPlaceholderData: boolean;
}

/** Moves to the last page if the current page has no rows left after a deletion. Returns true meanwhile. */
export function useLastPage(
  { data, isPlaceholderData }: PageQuery,
  pageSize: number,
  onPage: (page: number, isGone: true) => void,
): boolean {
  const isGone = data !== undefined && !isPlaceholderData && data.rows.length === 0 && data.page > 1;
  const last = isGone ? Math.max(1, Math.ceil(data.total / pageSize)) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: onPage is a new function on each render
  useEffect(() => {
    if (last !== null) onPage(last, true);
  }, [last]);
  return isGone;
}
