import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './call.ts';
import { CURRENT_USER_KEY, PLATFORM_STATUS_KEY } from './keys.ts';

const STATUS = hashKey(PLATFORM_STATUS_KEY);

/** The required cache rules: data never becomes stale automatically, no refetch on focus, no retries. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => refetchShell(error, query.queryHash) }),
    mutationCache: new MutationCache({ onError: (error) => refetchShell(error) }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // Refetches what changed while the connection was lost.
        refetchOnReconnect: 'always',
        retry: false,
      },
      mutations: { retry: false },
    },
  });
  return client;

  /**
   * Any call can reveal an expired session or maintenance. Then the user or the status is refetched, except
   * when the status request itself failed.
   */
  function refetchShell(error: unknown, asked?: string): void {
    if (!(error instanceof ApiError) || asked === STATUS) return;
    if (error.status === 401) void client.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    if (error.status === 503) void client.invalidateQueries({ queryKey: PLATFORM_STATUS_KEY });
  }
}
