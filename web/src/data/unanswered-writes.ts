import type { IdempotentEndpoint } from '@sterling/contract/endpoint.ts';
import { refusesEveryTry } from '@sterling/contract/idempotency.ts';
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { type ApiError, isRefused, isUnclear } from './call.ts';
import { storedValue } from './storage.ts';
import { createWatchers } from './watchers.ts';

/** A write that moves money and has no clear answer yet. */
export interface Write {
  readonly idempotencyKey: string;
  /** The endpoint: `POST /api/wallet/withdraw`. */
  readonly target: string;
  /** Two writes of a person with equal content are one intent. */
  readonly content: string;
  readonly userId: string;
  /** When it was last tried. */
  at: number;
  /** Equal content is one intent for good, such as that of items with ids. Otherwise for some minutes. */
  readonly isForGood: boolean;
  /** Whether a try had no clear answer. */
  mayHaveHappened: boolean;
  /** What was sent, newest last. After a reload, only tries that the browser may keep. */
  readonly tries: Try[];
}

/** One try of a write. Prices move, so the inputs of two tries can differ. */
export interface Try {
  readonly intent: unknown;
  readonly input: unknown;
}

/** So long after the last try, an equal write is another intent. */
const REMEMBERED_MS = 15 * 60_000;

const Kept = z.array(
  z.object({
    idempotencyKey: z.string(),
    target: z.string(),
    content: z.string(),
    userId: z.string(),
    at: z.number(),
    isForGood: z.boolean(),
    tries: z.array(z.object({ intent: z.unknown(), input: z.unknown() })),
  }),
);

/** Writes outlive the dialog that sent them and a reload, so that the next try is a retry. A closed tab forgets them. */
const kept = storedValue('unanswered-writes', Kept, () => sessionStorage);
const unanswered = new Map<string, Write>();
for (const write of kept.read() ?? []) unanswered.set(nameOf(write), { ...write, mayHaveHappened: true });

/** What `useUnanswered` shows. */
let shown = listOf();
const { watch, tell } = createWatchers();

function listOf(): readonly Write[] {
  return [...unanswered.values()].filter(({ mayHaveHappened }) => mayHaveHappened);
}

const LOOK_AGAIN_EVERY_MS = 10_000;

/** The newest tries of writes of this endpoint that may have happened, newest write last. */
export function useUnanswered(endpoint: IdempotentEndpoint, userId: string): readonly Try[] {
  useSyncExternalStore(watch, () => shown);
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  const tries = unansweredNow(endpoint, userId);
  const isShown = tries.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(renderAgain, LOOK_AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [isShown]);
  return tries;
}

/** The intent of the newest such try that is `wanted`. `now` finds it again for a press, because it is remembered for some minutes only. */
export function useUnansweredIntent<Intent>(
  endpoint: IdempotentEndpoint,
  userId: string,
  isWanted: (intent: Intent) => boolean,
): { readonly shown: Intent | undefined; readonly now: () => Intent | undefined } {
  const wantedOf = (tries: readonly Try[]) => tries.map(({ intent }) => intent as Intent).findLast(isWanted);
  return {
    shown: wantedOf(useUnanswered(endpoint, userId)),
    now: () => wantedOf(unansweredNow(endpoint, userId)),
  };
}

function unansweredNow({ method, path }: IdempotentEndpoint, userId: string): readonly Try[] {
  const target = `${method} ${path}`;
  return shown
    .filter((write) => write.target === target && write.userId === userId && isRemembered(write))
    .flatMap(({ tries }) => tries.at(-1) ?? []);
}

const isRemembered = ({ at, isForGood }: Write): boolean => isForGood || Date.now() - at < REMEMBERED_MS;

function nameOf({ userId, target, content }: Pick<Write, 'userId' | 'target' | 'content'>): string {
  return JSON.stringify([userId, target, content]);
}

/** Equal for equal parts, in whatever order their fields were written. A cookie is no part of an intent, and the browser must not keep it. */
export const contentOf = (parts: readonly unknown[]): string =>
  JSON.stringify(parts, (name, value: unknown) => (name === 'buyerCookie' ? undefined : inOrder(value)));

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

type Wanted = Pick<Write, 'userId' | 'target' | 'content' | 'isForGood'>;

/** The write with this content: the unanswered one, or a new one. */
export function writeOf(wanted: Wanted): Write {
  for (const [name, write] of unanswered) if (!isRemembered(write)) unanswered.delete(name);
  const before = unanswered.get(nameOf(wanted));
  return before ?? { ...wanted, idempotencyKey: newKey(), at: Date.now(), mayHaveHappened: false, tries: [] };
}

/**
 * Sends a try of a write, and remembers the write until it has a clear answer. If an earlier try has happened, its answer is
 * returned. `answered` is the try that the answer belongs to. Throws key_reused if the browser has not kept that try.
 */
export async function sendTry<Reply>(
  write: Write,
  current: Try,
  send: (input: unknown, idempotencyKey: string) => Promise<Reply>,
): Promise<{ reply: Reply; answered: Try }> {
  write.tries.push(current);
  write.at = Date.now();
  unanswered.set(nameOf(write), write);
  changed();
  try {
    const answer = await sendNewestTry(write, send);
    forget(write);
    return answer;
  } catch (error) {
    if (isUnclear(error)) {
      write.mayHaveHappened = true;
      changed();
    } else if (!write.mayHaveHappened || refusesAll(error as ApiError)) forget(write);
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

/** For a clear error. A page of a proxy has no code, and says nothing of earlier tries. */
const refusesAll = ({ code, status }: ApiError): boolean => code !== '' && refusesEveryTry(status);

function forget(write: Write): void {
  unanswered.delete(nameOf(write));
  changed();
}

function changed(): void {
  shown = listOf();
  keepAll();
  tell();
}

/** Keeps all writes in the browser, or none: an answered write that stays there would count as a try. */
function keepAll(): void {
  const writes = [...unanswered.values()];
  const isKept = kept.keep(
    writes.length === 0
      ? null
      : writes.map(({ mayHaveHappened: _, tries, ...write }) => ({
          ...write,
          tries: tries.filter(mayBeKept),
        })),
  );
  if (isKept || writes.length === 0) {
    removeEventListener('beforeunload', askToStay);
  } else {
    kept.keep(null);
    addEventListener('beforeunload', askToStay);
  }
}

/** Letters of a try. A picture would fill the storage of the browser. */
const MAX_KEPT = 200_000;

/** A cookie must not be kept. */
function mayBeKept(each: Try): boolean {
  const text = JSON.stringify(each);
  return text.length <= MAX_KEPT && !text.includes('"buyerCookie":');
}

/** Where the browser keeps nothing, a reloaded page has forgotten the key, and the next try would be a second write. */
const askToStay = (event: Event): void => event.preventDefault();

/** 128 random bits. Browsers offer randomUUID to secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
