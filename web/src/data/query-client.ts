import { t } from '@sterling/contract/texts.ts';
import { hashKey, MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, explain, explainWrite, isUnanswered, shownUser } from './call.ts';
import { CURRENT_USER_KEY, type Noun, PLATFORM_STATUS_KEY, refetch } from './changes.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [Noun, ...unknown[]];
    mutationMeta: {
      /** What the write may have changed. Refetched whether it succeeded or not. */
      readonly changes?: readonly Noun[] | 'all';
      /** What the caller replaces by the answer. Refetched after a failure: the write may have happened, or its object is gone. */
      readonly replaces?: readonly Noun[];
      /** Title of the message after a failure. Without it the caller shows the failure itself. */
      readonly failed?: string | ((error: unknown, variables: unknown) => string);
      readonly explain?: (error: unknown) => string;
      /** Whether the failure means that the write had succeeded before. */
      readonly hasHappened?: (error: unknown) => boolean;
      /** `failed` and `explain` are right for an unanswered write too, such as one with an idempotency key. */
      readonly coversNoAnswer?: boolean;
    };
  }
}

const STATUS = hashKey(PLATFORM_STATUS_KEY);
const CURRENT_USER = hashKey(CURRENT_USER_KEY);

// By default a timer tells a button that its call is pending, and on a busy device a second press would come before it.
notifyManager.setScheduler(queueMicrotask);

export interface FailureMessage {
  readonly title: string;
  readonly description: string;
  /** `info`: the write had succeeded before. */
  readonly variant: 'destructive' | 'info';
}

/**
 * The required cache rules: data never becomes stale automatically, no refetch on focus, no retries. Writes
 * declare what they change and the title of their failure; both are handled here.
 */
export function createQueryClient(showFailure: (message: FailureMessage) => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => refetchShell(error, query.queryHash),
      onSuccess: (data, query) => {
        if (query.queryHash === CURRENT_USER) followPerson((data as { id: string } | null)?.id);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, variables, _result, { meta = {} }) => {
        refetchShell(error);
        const { failed, explain: explainError = explain, hasHappened, coversNoAnswer = false } = meta;
        void refetch(client, meta.replaces ?? []);
        // "failed" would be wrong for a write that may have happened
        const isLost = !coversNoAnswer && isUnanswered(error);
        const title = typeof failed === 'function' ? failed(error, variables) : failed;
        const variant = hasHappened?.(error) ? 'info' : 'destructive';
        const description = (isLost ? explainWrite : explainError)(error);
        if (title) showFailure({ title: isLost ? t('No answer') : title, description, variant });
      },
      onSettled: (_data, _error, _variables, _result, { meta: { changes = [] } = {} }) => {
        void (changes === 'all' ? client.invalidateQueries() : refetch(client, changes));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // Refetches what changed while the connection was lost.
        refetchOnReconnect: 'always',
        retry: false,
        structuralSharing: keepEqual,
      },
      // without a connection a write fails immediately, because it must not start later on its own
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;

  /** Another tab can sign out and sign someone else in. Then nothing that was read for the person before may stay. */
  function followPerson(id: string | undefined): void {
    if (!id) return;
    if (shownUser.id && shownUser.id !== id)
      void client.resetQueries({ predicate: ({ queryHash }) => queryHash !== CURRENT_USER });
    shownUser.id = id;
  }

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

/**
 * The new answer of a query, with every part of the one before that is equal, so that a poll without a change renders
 * nothing. Like TanStack's `replaceEqualDeep`, for which no two Dates are equal. Answers are made of plain objects,
 * lists, Dates and single values.
 */
export function keepEqual(before: unknown, now: unknown): unknown {
  if (before instanceof Date && now instanceof Date) return before.getTime() === now.getTime() ? before : now;
  if (Array.isArray(before) && Array.isArray(now)) {
    const kept: unknown[] = now.map((part, index) => keepEqual(before[index], part));
    const isSame =
      kept.length === before.length && kept.every((part, index) => Object.is(part, before[index]));
    return isSame ? before : kept;
  }
  if (isPlain(before) && isPlain(now)) {
    const kept = Object.entries(now).map(([key, part]) => [key, keepEqual(before[key], part)] as const);
    const isSame =
      kept.length === Object.keys(before).length &&
      kept.every(([key, part]) => Object.hasOwn(before, key) && Object.is(part, before[key]));
    return isSame ? before : Object.fromEntries(kept);
  }
  return now;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
