import type { IdempotentEndpoint, InputOf, ReplyOf } from '@sterling/contract/endpoint.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, explain, isUnclear, type Loose } from './call.ts';
import type { Noun } from './changes.ts';

const TIMEOUT_MS = 30_000;

interface Once<E extends IdempotentEndpoint, Intent> {
  /** The endpoint's input. A retry of the same intent sends the same input. */
  readonly input: (intent: Intent) => Loose<InputOf<E>> | Promise<Loose<InputOf<E>>>;
  /** The parts of an intent that tell it from others. By default all of it. */
  readonly identity?: (intent: Intent) => unknown;
  /** What the write may have changed. */
  readonly changes: readonly Noun[];
  /** Title of the message after a failure. */
  readonly failed: string;
  /** The message after a failure, where the general one is not enough. */
  readonly explain?: (error: unknown) => string;
  readonly onDone: (reply: ReplyOf<E>, intent: Intent) => void;
  readonly onFailed?: (error: unknown) => void;
}

interface Sent<E extends IdempotentEndpoint> extends Attempt {
  readonly input: Loose<InputOf<E>>;
}

/**
 * A write that moves money and must happen once. Every retry of the same intent carries the same idempotency
 * key and input, until the server has accepted or clearly refused it. It never starts later on its own.
 */
export function useOnce<E extends IdempotentEndpoint, Intent>(
  endpoint: E | ((intent: Intent) => E),
  {
    input,
    identity = (intent) => intent,
    changes,
    failed,
    explain: explainError = explain,
    onDone,
    onFailed,
  }: Once<E, Intent>,
) {
  const sent = useRef<Sent<E> | null>(null);
  return useMutation({
    mutationFn: async (intent: Intent) => {
      const attempt = attemptFor(sent.current, identity(intent));
      if (attempt !== sent.current) sent.current = { ...attempt, input: await input(intent) };
      const { key, input: body } = sent.current as Sent<E>;
      const target = typeof endpoint === 'function' ? endpoint(intent) : endpoint;
      const options = { idempotencyKey: key, timeoutMs: TIMEOUT_MS };
      return (await call(target as IdempotentEndpoint, body, options)) as ReplyOf<E>;
    },
    networkMode: 'always',
    meta: { changes, failed, explain: (error) => safeToRetry(error, explainError(error)) },
    onSuccess: (reply, intent) => {
      sent.current = null;
      onDone(reply, intent);
    },
    onError: (error) => {
      if (!isUnclear(error)) sent.current = null;
      onFailed?.(error);
    },
  });
}

/** After an unclear answer the same intent may be tried again: the server answers with the first result. */
const safeToRetry = (error: unknown, message: string): string =>
  isUnclear(error) ? t('{message}. You can safely try again.', { message }) : message;

/** One intent to move money. All retries use the same idempotency key. */
export interface Attempt {
  readonly key: string;
  /** The serialized request. An equal request is the same intent. */
  readonly content: string;
}

/**
 * Keeps the key for an equal request, so that a retry after an unclear answer never pays twice. Any other
 * request gets a new key.
 */
export function attemptFor(before: Attempt | null, body: unknown): Attempt {
  const content = JSON.stringify(body ?? null);
  return before?.content === content ? before : { key: newKey(), content };
}

/** 128 random bits. Browsers offer randomUUID to secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
