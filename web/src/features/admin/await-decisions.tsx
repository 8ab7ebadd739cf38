import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openReviewsQuery } from './queries.ts';

/**
 * Loads its children immediately but hides them until the number of decisions is known, so that nothing
 * moves.
 */
export function AwaitDecisions({ children }: { children: ReactNode }) {
  const { isPending } = useQuery(openReviewsQuery(1));
  return <div className={isPending ? 'invisible contents' : 'contents'}>{children}</div>;
}
