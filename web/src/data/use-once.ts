import type { IdempotentEndpoint, InputOf, ReplyOf } from '@sterling/contract/endpoint.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { call, explain, isUnclear, type Loose, saysNothingOfEarlierTries } from './call.ts';
import type { Noun } from './changes.ts';

const TIMEOUT_MS = 30_000;

interface Once<E extends IdempotentEndpoint, Intent> {
  /** The endpoint's input. A retry of the same intent sends the same input. */
  readonly input: (intent: Intent) => Loose<InputOf<E>> | Promise<Loose<InputOf<E>>>;
  /** What two equal intents have in common. Prices change by themselves, so they do not belong to it. By default the whole intent. */
  readonly identity?: (intent: Intent) => unknown;
  /** What the write may have changed. */
  readonly changes: readonly Noun[];
  /** Title of the message after a failure. */
  readonly failed: string;
  /** The message after a failure, where the general one is not enough. */
  readonly explain?: (error: unknown) => string;
  /** `intent`: that of the first try, whose input was sent. */
  readonly onDone: (reply: ReplyOf<E>, intent: Intent) => void;
  readonly onFailed?: (error: unknown) => void;
}

/**
 * A write that moves money and must happen once. Every retry of the same intent carries the same idempotency
 * key and input, until the server has accepted or clearly refused it. After a try without an answer, not every refusal is clear
 * (`saysNothingOfEarlierTries`). It never starts later on its own.
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
  return useMutation({
    mutationFn: async (intent: Intent) => {
      const target = typeof endpoint === 'function' ? endpoint(intent) : endpoint;
      const asked: { readonly params?: unknown } = await input(intent);
      const content = JSON.stringify([target.method, target.path, asked.params, identity(intent)]);
      const write = findUnanswered(content) ?? {
        key: newKey(),
        content,
        input: asked,
        intent,
        at: Date.now(),
        mayHaveHappened: false,
      };
      const options = { idempotencyKey: write.key, timeoutMs: TIMEOUT_MS };
      const reply = await answerOf(write, () =>
        call(target as IdempotentEndpoint, write.input as never, options),
      );
      return { reply: reply as ReplyOf<E>, first: write.intent as Intent };
    },
    networkMode: 'always',
    meta: { changes, failed, explain: (error) => safeToRetry(error, explainError(error)) },
    onSuccess: ({ reply, first }) => onDone(reply, first),
    onError: (error) => onFailed?.(error),
  });
}

interface Write {
  /** The idempotency key. */
  readonly key: string;
  /** Two writes with equal content are one intent. */
  readonly content: string;
  readonly input: unknown;
  readonly intent: unknown;
  readonly at: number;
  /** Whether a try had no clear answer. */
  mayHaveHappened: boolean;
}

/** Writes without a clear answer, by their content. They outlive the dialog that sent them, so that a retry from the next one is a retry. */
const unanswered = new Map<string, Write>();
/** After this time, an equal write is another intent. */
const REMEMBERED_MS = 15 * 60_000;

function findUnanswered(content: string): Write | undefined {
  for (const [each, { at }] of unanswered) if (Date.now() - at >= REMEMBERED_MS) forget(each);
  return unanswered.get(content);
}

function remember(write: Write): void {
  unanswered.set(write.content, write);
  addEventListener('beforeunload', askToStay);
}

function forget(content: string): void {
  unanswered.delete(content);
  if (unanswered.size === 0) removeEventListener('beforeunload', askToStay);
}

/** A reloaded page has forgotten the key, so the next try would be a second write. */
const askToStay = (event: Event): void => event.preventDefault();

/** 128 random bits. Browsers offer randomUUID to secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a write, and remembers it until it has a clear answer. */
async function answerOf<Reply>(write: Write, send: () => Promise<Reply>): Promise<Reply> {
  remember(write);
  try {
    const reply = await send();
    forget(write.content);
    return reply;
  } catch (error) {
    if (isUnclear(error)) write.mayHaveHappened = true;
    else if (!write.mayHaveHappened || !saysNothingOfEarlierTries(error)) forget(write.content);
    throw error;
  }
}

/** After an unclear answer the same intent may be tried again: the server answers with the first result. */
const safeToRetry = (error: unknown, message: string): string =>
  isUnclear(error) ? t('{message}. You can safely try again.', { message }) : message;
