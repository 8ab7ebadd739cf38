import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../data/call.ts';
import { ErrorState } from './missing-content.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Placeholder for the first load. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows what a query has read, even after a later failure. Before that, a placeholder or the failure. */
export function Loaded<Data>({ query: { data, error, refetch }, waiting, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (!error) return waiting;
  return <ErrorState error={error} onRetry={isMissing(error) ? undefined : refetch} />;
}

/** Whether what was asked for does not exist. A second try finds nothing either. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
