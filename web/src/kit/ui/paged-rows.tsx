import type { ReactNode } from 'react';
import { ErrorState } from './empty-state.tsx';
import { Pager } from './pager.tsx';
import { SkeletonRows } from './skeleton.tsx';
import { useLastPage } from './use-last-page.ts';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The page of these rows. The previous page stays visible while the next one loads. */
  readonly page: number;
}

interface PagedRowsProps<Row> {
  /** The query state of the page. */
  query: {
    readonly data: Page<Row> | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
    readonly isPlaceholderData: boolean;
  };
  pageSize: number;
  /** Plural name of the rows, such as 'transactions'. */
  noun: string;
  /** `isGone`: the present page has no rows left. */
  onPage: (page: number, isGone?: boolean) => void;
  /** Hides the pager if there is only one page. Otherwise the pager appears with the first row. */
  quiet?: boolean;
  /** Placeholder for the first load. */
  waiting?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** One page of a list that the server searches, sorts and pages. Handles loading, failure and success. */
export function PagedRows<Row>(props: PagedRowsProps<Row>) {
  const { query, pageSize, noun, onPage, quiet, children } = props;
  const { data, error, refetch, isPlaceholderData } = query;
  const isTurning = useLastPage(query, pageSize, onPage);
  if (!data || isTurning) {
    if (error) return <ErrorState error={error} onRetry={refetch} />;
    return props.waiting ?? <SkeletonRows rows={5} className="p-4 sm:p-5" />;
  }
  return (
    <div aria-busy={isPlaceholderData}>
      {children(data.rows)}
      {data.total > (quiet ? pageSize : 0) && (
        <Pager page={data.page} pageSize={pageSize} total={data.total} noun={noun} onPage={onPage} />
      )}
    </div>
  );
}
