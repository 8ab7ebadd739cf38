import { CALLS } from './calls.generated.ts';
import { errorIn, isUnclear, SterlingError, saysNothingOfEarlierTries } from './errors.ts';
import type { Calls, Order } from './types.generated.ts';
import { isTemporary, pause, type WaitOptions, waitForOrder } from './waiting.ts';

export interface ClientOptions {
  /** Address of Sterling, such as `https://sterling.example`. By default the variable STERLING_URL. */
  readonly url?: string;
  /** An API token. By default the variable STERLING_TOKEN. */
  readonly token?: string;
  /** Time for one answer. 30 seconds by default. */
  readonly timeoutMs?: number;
  /** How often a failed call is repeated, if that is safe and the server asks for at most a minute of patience. 3 by default. */
  readonly retries?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For calls that move money. Reuse the key when you repeat the same intent. By default, each call gets a new one. */
  readonly idempotencyKey?: string;
}

/** All calls that API tokens can make, by noun and verb, and helpers that use them. */
export type Sterling = Calls<CallOptions> & {
  /**
   * Polls an order until it is completed or failed. An outage does not end the wait. After `timeoutMs` it throws SterlingError with the code
   * `still_open`, or with that of the last poll if that failed.
   */
  waitForOrder(id: string, options?: WaitOptions): Promise<Order>;
};

interface Call {
  readonly method: string;
  readonly path: string;
  /** The server answers a repeated idempotency key with the stored answer. */
  readonly idempotent?: boolean;
  /** The call changes nothing. */
  readonly safe?: boolean;
  /** The media type of an answer that is a file. */
  readonly file?: string;
}

type Input = Readonly<Record<string, unknown>>;

/** Connects to Sterling with an API token. Nothing is sent yet. */
export function connect(options: ClientOptions = {}): Sterling {
  const url = (options.url ?? environmentVariable('STERLING_URL')).replace(/\/+$/, '');
  const connection: Connection = {
    url,
    token: options.token ?? environmentVariable('STERLING_TOKEN'),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 3,
    seen: new Map(),
  };
  const nouns = Object.entries(CALLS as Record<string, Record<string, Call>>).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(
      Object.entries(verbs).map(([verb, call]) => [
        verb,
        (input: Input = {}, more: CallOptions = {}) => send(connection, call, input, more),
      ]),
    ),
  ]);
  const calls = Object.fromEntries(nouns) as Calls<CallOptions>;
  return { ...calls, waitForOrder: (id, wait) => waitForOrder(calls, id, wait) };
}

function environmentVariable(name: string): string {
  // browsers have no `process`
  const value = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env[name];
  if (!value) throw new TypeError(`Set ${name}, or pass it to connect()`);
  return value;
}

interface Connection {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly retries: number;
  /** The latest answer of each read that has an ETag. The server does not send it again while it is unchanged. */
  readonly seen: Map<string, { readonly etag: string; readonly text: string }>;
}

const MAX_SEEN = 100;

/** Makes a call, and repeats it if it is safe to repeat and may succeed later. */
async function send(
  connection: Connection,
  call: Call,
  input: Input,
  options: CallOptions,
): Promise<unknown> {
  const idempotencyKey = call.idempotent ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const named = (error: unknown, mayHave: boolean) =>
    idempotencyKey ? Object.assign(error as Error, { idempotencyKey, mayHaveHappened: mayHave }) : error;
  // the caller has the key from an earlier try
  let mayHaveHappened = options.idempotencyKey !== undefined;
  for (let tries = 0; ; tries += 1) {
    try {
      return await sendOnce(connection, call, input, {
        ...options,
        ...(idempotencyKey && { idempotencyKey }),
      });
    } catch (error) {
      // the caller has stopped the call, and needs its key to find out what became of it
      if (!(error instanceof SterlingError)) throw named(error, true);
      mayHaveHappened = isUnclear(error) || (mayHaveHappened && saysNothingOfEarlierTries(error));
      named(error, mayHaveHappened);
      const isSafe = call.safe || call.idempotent;
      const waitMs = error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : backOff(tries);
      if (!isSafe || !isTemporary(error) || tries >= connection.retries || waitMs > MAX_WAIT_MS) throw error;
      await pause(waitMs, options.signal).catch((stopped: unknown) => {
        throw named(stopped, mayHaveHappened);
      });
    }
  }
}

/** A program should decide about a longer wait, such as that of an hourly limit. */
const MAX_WAIT_MS = 60_000;

const backOff = (tries: number): number => 500 * 2 ** tries * (0.5 + Math.random() / 2);

async function sendOnce(
  { url, token, timeoutMs, seen }: Connection,
  call: Call,
  input: Input,
  { signal, idempotencyKey }: CallOptions,
): Promise<unknown> {
  const { address, body } = requestOf(url, call, input);
  const known = call.method === 'GET' ? seen.get(address) : undefined;
  const noAnswer = (cause: unknown): never => {
    if (signal?.aborted) throw cause;
    throw new SterlingError({ code: 'no_answer', status: 0, message: `No answer from ${url}` }, { cause });
  };
  const response = await fetch(address, {
    method: call.method,
    // a page of Sterling itself has a session cookie, which cannot go together with a token
    credentials: 'omit',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(known && { 'if-none-match': known.etag }),
    },
    body: body ?? null,
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  }).catch(noAnswer);
  if (response.status === 304 && known) return JSON.parse(known.text);
  if (!response.ok) throw await errorIn(response);
  // without its whole answer, a call may have happened
  return answerIn(call, response, (etag, text) => {
    if (call.method !== 'GET') return;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(address, { etag, text });
  }).catch(noAnswer);
}

/** Distributes the input. Fields that the path names go into the path. Others go into the query of a GET, or else into the body. */
function requestOf(
  url: string,
  { method, path }: Call,
  input: Input,
): { address: string; body: string | undefined } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    // such a segment would name another path
    if (value === undefined || ['', '.', '..'].includes(String(value)))
      throw new TypeError(`${method} ${path} needs ${name}`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET') {
    const isEmpty = method === 'DELETE' && Object.keys(rest).length === 0;
    return { address: url + filled, body: isEmpty ? undefined : JSON.stringify(rest) };
  }
  const given = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const query = new URLSearchParams(given).toString();
  return { address: url + filled + (query && `?${query}`), body: undefined };
}

/** JSON as a value, CSV as text, and a picture as its bytes. Another type is not from Sterling. */
async function answerIn(
  { file = 'application/json' }: Call,
  response: Response,
  keep: (etag: string, text: string) => void,
): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith(file)) throw new TypeError('The answer is not from Sterling');
  if (file === 'text/csv') return response.text();
  if (file !== 'application/json') return response.arrayBuffer();
  const text = await response.text();
  const etag = response.headers.get('etag');
  if (etag) keep(etag, text);
  return JSON.parse(text);
}
