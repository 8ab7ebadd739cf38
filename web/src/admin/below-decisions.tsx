import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openReviewsQuery } from './queries.ts';

/** What stands below the decisions: it loads immediately and is shown when their number is known, so that nothing moves. */
export function BelowDecisions({ children }: { children: ReactNode }) {
  const { isPending } = useQuery(openReviewsQuery(1));
  return <div className={isPending ? 'invisible contents' : 'contents'}>{children}</div>;
}
