import { Agent, type Dispatcher, request as undiciRequest } from 'undici';
import { codeOf, Outage } from '../platform/outage.ts';
import { countCall } from '../platform/outside-calls.ts';
import { traced } from '../platform/tracing.ts';

export interface OutsideRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time limit for the whole call in milliseconds, at most ten seconds. */
  readonly timeoutMs?: number;
  /** Replaces `timeoutMs` for the few calls that take minutes. */
  readonly patienceMs?: number;
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Size limit of the answer's body. */
  readonly maxBytes?: number;
  /** Reads only the first bytes of an answer of any size. A redirect is an answer then. It is not followed. */
  readonly firstBytes?: number;
  /** The agent of a proxy. Without one, the connection is direct. */
  readonly dispatcher?: Dispatcher;
  /** Name of the other side in traces, for a host that a user entered. The host by default. */
  readonly tracedAs?: string;
}

export interface OutsideReply {
  readonly status: number;
  /** Names in lower case. A header that is repeated is a list. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/**
 * Why there is no usable answer. `refused`: no connection, including one to or through a proxy. `reset`: the connection broke.
 * `malformed`: the answer is not HTTP.
 */
export type OutsideFailure = 'timeout' | 'refused' | 'reset' | 'too_large' | 'redirect' | 'malformed';

/**
 * A call without a usable answer. `sent` is false when the other side certainly did not see the call. When it is true,
 * the call may have had an effect.
 */
export class OutsideError extends Outage {
  readonly kind: OutsideFailure;
  readonly sent: boolean;
  /** The headers of an answer that could not be read to its end. */
  readonly headers: OutsideReply['headers'];

  constructor(
    kind: OutsideFailure,
    sent: boolean,
    where: string,
    cause?: unknown,
    headers: OutsideReply['headers'] = {},
  ) {
    const code = kind === 'refused' ? codeOf(cause) : '';
    super(`${where}: ${kind}${sent ? ' after the request was sent' : ''}${code && ` (${code})`}`, { cause });
    this.kind = kind;
    this.sent = sent;
    this.headers = headers;
  }
}

/** The longest time limit of a call. */
export const MAX_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 1_048_576;

// The deadline in request() is the only time limit: it covers connecting, waiting and reading.
const direct = new Agent({ connect: { timeout: MAX_TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0 });

/**
 * Makes one HTTP call with limits of time and size. It refuses redirects and repeats nothing. Any other status is an
 * answer. Throws only OutsideError, or the reason of `signal`.
 */
export function request(call: OutsideRequest): Promise<OutsideReply> {
  // paths and queries may contain tokens, so a trace has the host only
  const { tracedAs = new URL(call.url).hostname, method } = call;
  const attributes = { 'http.request.method': method, 'server.address': tracedAs };
  return traced(
    `${method} ${tracedAs}`,
    attributes,
    async (note) => {
      const reply = await sendCounted(call);
      note({ 'http.response.status_code': reply.status });
      return reply;
    },
    { kind: 'client' },
  );
}

async function sendCounted(call: OutsideRequest): Promise<OutsideReply> {
  const isCounted = call.dispatcher === undefined && call.tracedAs === undefined;
  const count = (hasFailed: boolean) => {
    if (isCounted) countCall(new URL(call.url).hostname, hasFailed);
  };
  try {
    const reply = await send(call);
    count(reply.status >= 500);
    return reply;
  } catch (error) {
    // the reason of `signal` says nothing about the other side
    if (error instanceof OutsideError) count(true);
    throw error;
  }
}

async function send(call: OutsideRequest): Promise<OutsideReply> {
  const { origin, pathname } = new URL(call.url);
  const where = `${call.method} ${origin}${pathname}`;
  const timeoutMs = Math.min(call.timeoutMs ?? MAX_TIMEOUT_MS, MAX_TIMEOUT_MS);
  const deadline = AbortSignal.timeout(call.patienceMs ?? timeoutMs);
  const end = call.signal ? AbortSignal.any([deadline, call.signal]) : deadline;
  let sent = false;
  let headers: OutsideReply['headers'] = {};
  const dispatcher = (call.dispatcher ?? direct).compose(
    noticeSending(() => {
      sent = true;
    }),
  );
  try {
    const answering = undiciRequest(call.url, {
      method: call.method,
      headers: call.headers,
      body: call.body,
      signal: end,
      dispatcher,
    });
    const answer = await Promise.race([answering, expiryOf(end)]);
    const status = answer.statusCode;
    headers = answer.headers;
    if (call.firstBytes !== undefined)
      return { status, headers, text: await readFirst(answer.body, call.firstBytes) };
    const text = await readWithin(answer.body, call.maxBytes ?? DEFAULT_MAX_BYTES);
    if (text === null) throw new OutsideError('too_large', true, where, undefined, headers);
    if (status >= 300 && status < 400) throw new OutsideError('redirect', true, where, undefined, headers);
    return { status, headers, text };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (error instanceof OutsideError) throw error;
    throw new OutsideError(failureOf(error, sent, deadline), sent, where, error, headers);
  }
}

/**
 * Rejects when the signal is aborted. undici obeys a signal only once the request has a connection, so a silent proxy would block
 * it forever.
 */
function expiryOf(end: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    end.addEventListener('abort', () => reject(end.reason), { once: true });
  });
}

/** Calls `onSending` just before the request is written to an open connection. */
function noticeSending(onSending: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        onSending();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
      onResponseStart: handler.onResponseStart?.bind(handler),
      onResponseData: handler.onResponseData?.bind(handler),
      onResponseEnd: handler.onResponseEnd?.bind(handler),
      onResponseError: handler.onResponseError?.bind(handler),
    });
}

async function readWithin(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // leaving the loop destroys the body and with it the connection
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readFirst(body: AsyncIterable<Buffer>, bytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let left = bytes;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  // a character that was cut off at the end is dropped
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
}

function failureOf(error: unknown, sent: boolean, deadline: AbortSignal): OutsideFailure {
  if (deadline.aborted) return 'timeout';
  if (!sent) return 'refused';
  const code = (error as { code?: string }).code ?? '';
  return code.startsWith('HPE_') ? 'malformed' : 'reset';
}
