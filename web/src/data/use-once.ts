import type { IdempotentEndpoint, InputOf, ReplyOf } from '@sterling/contract/endpoint.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, explain, isRefused, isUnanswered, isUnclear, type Loose } from './call.ts';
import { CURRENT_USER_KEY, type Noun } from './changes.ts';
import { contentOf, sendTry, writeOf } from './unanswered-writes.ts';

const TIMEOUT_MS = 30_000;

interface Once<E extends IdempotentEndpoint, Intent> {
  /** The endpoint's input. A retry of the same intent may have another one, such as another price. */
  readonly input: (intent: Intent) => Loose<InputOf<E>> | Promise<Loose<InputOf<E>>>;
  /** What two equal intents have in common. Prices change automatically, so they do not belong to it. By default the whole intent. */
  readonly identity?: (intent: Intent) => unknown;
  /** Equal intents are one for good, because they have ids. By default only for some minutes after a try without an answer. */
  readonly isForGood?: boolean;
  readonly timeoutMs?: number;
  /** What the write may have changed. */
  readonly changes: readonly Noun[];
  /** Title of the message after a failure. Empty: the caller shows this failure itself. */
  readonly failed: string | ((error: unknown) => string);
  /** The message after a failure, where the general one is not enough. */
  readonly explain?: (error: unknown) => string;
  /** `intent`: that of the try that has happened. */
  readonly onDone: (reply: ReplyOf<E>, intent: Intent) => void;
  readonly onFailed?: (error: unknown) => void;
  /** A try that the browser has not kept, because it held a cookie, has happened. Nobody must be able to send it again by a press. */
  readonly onHappened?: () => void;
}

/**
 * A write that moves money and must happen once. Every retry of the same intent carries the same idempotency key, even after a
 * reload, until the server has accepted or clearly refused it. It never starts later on its own.
 */
export function useOnce<E extends IdempotentEndpoint, Intent>(
  endpoint: E | ((intent: Intent) => E),
  {
    input,
    identity = (intent) => intent,
    isForGood = false,
    timeoutMs = TIMEOUT_MS,
    changes,
    failed,
    explain: explainError = explain,
    onDone,
    onFailed,
    onHappened,
  }: Once<E, Intent>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (intent: Intent) => {
      const target = typeof endpoint === 'function' ? endpoint(intent) : endpoint;
      const current: { readonly params?: unknown } = await input(intent);
      const write = {
        userId: client.getQueryData<{ id: string }>(CURRENT_USER_KEY)?.id ?? '',
        target: `${target.method} ${target.path}`,
        content: contentOf([current.params, identity(intent)]),
        isForGood,
      };
      const { reply, answered } = await sendTry(
        writeOf(write),
        { input: current, intent },
        (sent, idempotencyKey) =>
          call(target as IdempotentEndpoint, sent as never, { idempotencyKey, timeoutMs }),
      );
      return { reply: reply as ReplyOf<E>, intent: answered.intent as Intent };
    },
    meta: {
      changes,
      failed: (error) => titleOf(error, typeof failed === 'function' ? failed(error) : failed),
      explain: (error) => explainTry(error, explainError(error)),
      hasHappened,
      coversNoAnswer: true,
    },
    onSuccess: ({ reply, intent }) => onDone(reply, intent),
    onError: (error) => {
      if (hasHappened(error)) onHappened?.();
      onFailed?.(error);
    },
  });
}

/** Whether a try has happened whose input the browser has not kept, so its answer cannot be asked for. */
const hasHappened = (error: unknown): boolean => isRefused(error, 'key_reused');

/** A title that says "failed" would be wrong for a write that may have happened. */
function titleOf(error: unknown, failed: string): string {
  if (hasHappened(error)) return t('Already done');
  return isUnanswered(error) ? t('No answer') : failed;
}

function explainTry(error: unknown, message: string): string {
  if (hasHappened(error)) return t('Your earlier try has succeeded, so nothing was sent again.');
  // The server answers a retry with the first result.
  if (isUnanswered(error)) return t('{message}. It may have worked. A second try is safe.', { message });
  return isUnclear(error) ? t('{message}. A second try is safe.', { message }) : message;
}
