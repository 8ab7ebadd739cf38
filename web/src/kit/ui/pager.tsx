import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatWhole } from '../format/format.ts';
import { Button } from './button.tsx';

interface PagerProps {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  total: number;
  /** Plural name of the rows, such as 'transactions'. */
  noun: string;
  onPage: (page: number) => void;
}

/** 'Showing x to y of z transactions', with buttons for the previous and next page. */
export function Pager({ page, pageSize, total, noun, onPage }: PagerProps) {
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav
      aria-label={`Pages of ${noun}`}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-5"
    >
      <p aria-live="polite" className="text-3 tabular-nums">
        Showing {formatWhole(from)} to {formatWhole(to)} of {formatWhole(total)} {noun}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden className="size-4" />
          Previous
        </Button>
        <Button variant="secondary" size="sm" disabled={to >= total} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
