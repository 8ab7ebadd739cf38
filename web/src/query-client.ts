import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The seed's cache rules (§4, §9): nothing goes stale by itself, no refetch on focus, no retries. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: lookAgain }),
    mutationCache: new MutationCache({ onError: lookAgain }),
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

  /** A session that ended or a site that closed shows in one answer; the shell then hears of it. */
  function lookAgain(error: unknown): void {
    if (!(error instanceof ApiError)) return;
    if (error.status === 401) void client.invalidateQueries({ queryKey: ['users', 'me'] });
    if (error.status === 503) void client.invalidateQueries({ queryKey: ['platform', 'status'] });
  }
}
