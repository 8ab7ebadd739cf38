import { t } from '@sterling/contract/texts.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { formatWhole } from '../format/format.ts';
import { Button } from './button.tsx';
import { ErrorState } from './missing-content.tsx';
import { SkeletonRows } from './spinner.tsx';
import { useSteady } from './use-steady.ts';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The page of these rows. The previous page stays visible while the next one loads. */
  readonly page: number;
}

/** The numbers of the rows of a page, and the number of all rows. */
export interface ShownRows {
  readonly from: string;
  readonly to: string;
  readonly total: string;
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
  /** Which rows are shown, if the list has its own sentence for it. */
  shownText?: ((shown: ShownRows) => string) | undefined;
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
  const { query, pageSize, shownText, onPage, quiet, children } = props;
  const { error, refetch, isPlaceholderData } = query;
  const data = useSteady(query.data);
  const isTurning = useLastPage({ data, isPlaceholderData }, pageSize, onPage);
  if (!data || isTurning) {
    if (error) return <ErrorState error={error} onRetry={refetch} />;
    return props.waiting ?? <SkeletonRows rows={5} className="p-4 sm:p-5" />;
  }
  return (
    <div aria-busy={isPlaceholderData}>
      {children(data.rows)}
      <p aria-live="polite" className="sr-only">
        {data.total === 0 && t('No results.')}
      </p>
      {data.total > (quiet ? pageSize : 0) && (
        <Pager
          page={data.page}
          pageSize={pageSize}
          total={data.total}
          shownText={shownText}
          onPage={onPage}
        />
      )}
    </div>
  );
}

interface PageQuery {
  readonly data: Page<unknown> | undefined;
  readonly isPlaceholderData: boolean;
}

/** Moves to the last page if the current page has no rows left after a deletion. Returns true until then. */
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

interface PagerProps {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  total: number;
  shownText?: PagedRowsProps<never>['shownText'];
  onPage: (page: number) => void;
}

/** 'Showing x to y of z', with buttons for the previous and next page. */
export function Pager({ page, pageSize, total, shownText = textOf, onPage }: PagerProps) {
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  const turning = (next: number) => {
    const exists = next >= 1 && next <= Math.ceil(total / pageSize);
    return { 'aria-disabled': !exists, onClick: () => onPage(next) };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: two lists of a page would be landmarks of the same name
    <div
      role="group"
      aria-label={t('Pages')}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-5"
    >
      <p aria-live="polite" className="text-3 tabular-nums">
        {shownText({ from: formatWhole(from), to: formatWhole(to), total: formatWhole(total) })}
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" size="sm" {...turning(page - 1)}>
          <ChevronLeft aria-hidden className="size-4" />
          {t('Previous')}
        </Button>
        <Button variant="secondary" size="sm" {...turning(page + 1)}>
          {t('Next')}
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </div>
  );
}

const textOf = ({ from, to, total }: ShownRows): string =>
  t('Showing {from} to {to} of {total}', { from, to, total });
