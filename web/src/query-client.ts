import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { platformStatusQuery } from './platform/queries.ts';

const STATUS = hashKey(platformStatusQuery.queryKey);

/** The required cache rules: nothing goes stale by itself, no refetch on focus, no retries. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => lookAgain(error, query.queryHash) }),
    mutationCache: new MutationCache({ onError: (error) => lookAgain(error) }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // What a lost connection may have missed is read again when it is back.
        refetchOnReconnect: 'always',
        retry: false,
      },
      mutations: { retry: false },
    },
  });
  return client;

  /** A session that ended or a site that closed shows in one answer; the shell then hears of it, unless that was its own question. */
  function lookAgain(error: unknown, asked?: string): void {
    if (!(error instanceof ApiError) || asked === STATUS) return;
    if (error.status === 401) void client.invalidateQueries({ queryKey: ['users', 'me'] });
    if (error.status === 503) void client.invalidateQueries({ queryKey: platformStatusQuery.queryKey });
  }
}
