import { useEffect } from 'react';

interface Page {
  readonly rows: readonly unknown[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
}

interface Asked {
  readonly data: Page | undefined;
  readonly isPlaceholderData: boolean;
}

/** Turns to the last page, and says so, when the one that is shown has lost its last row, deleted here or by someone else. */
export function useTurnBack(
  { data, isPlaceholderData }: Asked,
  pageSize: number,
  onPage: (page: number) => void,
): boolean {
  const isGone = data !== undefined && !isPlaceholderData && data.rows.length === 0 && data.page > 1;
  const last = isGone ? Math.max(1, Math.ceil(data.total / pageSize)) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who turns the page is another function each time
  useEffect(() => {
    if (last !== null) onPage(last);
  }, [last]);
  return isGone;
}
