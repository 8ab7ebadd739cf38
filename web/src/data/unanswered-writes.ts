import { t } from '@sterling/contract/texts.ts';
import * as z from 'zod/mini';
import { ApiError, explain, isRefused } from './call.ts';
import { storedValue } from './storage.ts';

/** A write that moves money and has no clear answer yet. */
export interface Write {
  readonly idempotencyKey: string;
  /** Two writes with equal content are one intent. */
  readonly content: string;
  readonly at: number;
  /** Whether a try had no clear answer. */
  mayHaveHappened: boolean;
  /** What was sent, newest last. Only this page knows it: an input may hold a cookie. */
  readonly tries: Try[];
}

/** One try of a write. Prices move, so the inputs of two tries can differ. */
export interface Try {
  readonly intent: unknown;
  readonly input: unknown;
}

/** After this time, an equal write is another intent. */
const REMEMBERED_MS = 15 * 60_000;

const Kept = z.array(z.object({ idempotencyKey: z.string(), content: z.string(), at: z.number() }));

/** Writes outlive the dialog that sent them and a reload, so that the next try is a retry. A closed tab forgets them. */
const kept = storedValue('unanswered-writes', Kept, () => sessionStorage);
const unanswered = new Map<string, Write>();
for (const write of kept.read() ?? [])
  unanswered.set(write.content, { ...write, mayHaveHappened: true, tries: [] });

/** The write with this content: the unanswered one, or a new one. */
export function writeOf(content: string): Write {
  for (const [each, { at }] of unanswered) if (Date.now() - at >= REMEMBERED_MS) unanswered.delete(each);
  const before = unanswered.get(content);
  return before ?? { idempotencyKey: newKey(), content, at: Date.now(), mayHaveHappened: false, tries: [] };
}

/**
 * Sends a try of a write, and remembers the write until it has a clear answer. If an earlier try has happened, its answer is
 * returned. `answered` is the try that the answer belongs to. Throws key_reused if the page was reloaded since that try.
 */
export async function sendTry<Reply>(
  write: Write,
  current: Try,
  send: (input: unknown, idempotencyKey: string) => Promise<Reply>,
): Promise<{ reply: Reply; answered: Try }> {
  write.tries.push(current);
  unanswered.set(write.content, write);
  keepAll();
  try {
    const answer = await sendNewestTry(write, send);
    forget(write);
    return answer;
  } catch (error) {
    if (isUnclear(error)) write.mayHaveHappened = true;
    else if (!write.mayHaveHappened || !saysNothingOfEarlierTries(error)) forget(write);
    throw error;
  }
}

/** Sends the newest try. If the server has answered the key for another input, the try with that input has happened. */
async function sendNewestTry<Reply>(
  { idempotencyKey, tries }: Write,
  send: (input: unknown, idempotencyKey: string) => Promise<Reply>,
): Promise<{ reply: Reply; answered: Try }> {
  let refusal: unknown;
  for (const each of tries.toReversed()) {
    try {
      return { reply: await send(each.input, idempotencyKey), answered: each };
    } catch (error) {
      if (!isRefused(error, 'key_reused')) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/**
 * Whether a failed write may have happened anyway: the answer was lost, or the server or a proxy before it
 * failed. A refusal is clear, and `service_unavailable` is a refusal.
 */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return isUnanswered(error) || (error.status >= 500 && error.code !== 'service_unavailable');
}

/** Whether the connection was lost after a write was sent. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** As `explain`, for a write that adds something and has no idempotency key: a second try could add it twice. */
export const explainAdding = (error: unknown): string =>
  isUnanswered(error)
    ? t('{message}. It may have worked. Look at the list before you try again.', { message: explain(error) })
    : explain(error);

const REFUSED_UNREAD = new Set([401, 403, 429, 503]);

/** Whether a call may have been refused before the server looked for an answer to an earlier try with the same idempotency key. */
const saysNothingOfEarlierTries = (error: unknown): boolean =>
  error instanceof ApiError && REFUSED_UNREAD.has(error.status);

function forget({ content }: Write): void {
  unanswered.delete(content);
  keepAll();
}

/** Keeps all writes in the browser, or none: an answered write that stays there would count as a try. */
function keepAll(): void {
  const writes = [...unanswered.values()];
  const isKept = kept.keep(
    writes.length === 0
      ? null
      : writes.map(({ idempotencyKey, content, at }) => ({ idempotencyKey, content, at })),
  );
  if (isKept || writes.length === 0) {
    removeEventListener('beforeunload', askToStay);
  } else {
    kept.keep(null);
    addEventListener('beforeunload', askToStay);
  }
}

/** Where the browser keeps nothing, a reloaded page has forgotten the key, and the next try would be a second write. */
const askToStay = (event: Event): void => event.preventDefault();

/** 128 random bits. Browsers offer randomUUID to secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
