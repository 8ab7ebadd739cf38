import type { Endpoint, IdempotentEndpoint, InputOf, ReplyOf } from '@sterling/contract/endpoint.ts';
import { type ErrorBody, friendlyMessage } from '@sterling/contract/errors.ts';
import { t } from '@sterling/contract/texts.ts';
import { noteServerTime } from './server-time.ts';

/** A failed call. `message` is for users. `hint` says what to do, if there is something to do. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, string>> | undefined;

  constructor(status: number, body: ErrorBody) {
    const { translated } = body;
    super(friendlyMessage(status, body.message, body.code, translated?.message));
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.hint = translated?.hint ?? body.hint;
    this.details = translated?.details ?? body.details;
  }
}

/** The hint of these says everything. Their message would be wrong in front of it, such as one about the balance before a daily limit. */
const EXPLAINED_BY_HINT = [
  'gamepass_not_for_sale',
  'invalid_input',
  'maximum_withdrawal',
  'outside_failed',
  'service_unavailable',
];

/** Why a call failed, in words for users: the friendly message, followed by the hint. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return friendlyMessage(500, '');
  const { code, hint, message } = error;
  if (!hint) return message;
  return EXPLAINED_BY_HINT.includes(code) ? hint : `${message}. ${hint}`.replace('.. ', '. ');
}

/** What the server says about single fields of a refused call: parts of sentences that continue the name of the field. */
export const fieldProblems = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof ApiError && error.details) || {};

/** Whether a call was refused with one of these codes. */
export const isRefused = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code);

/**
 * Whether a failed write may have happened anyway: the answer was lost, or the server or a proxy before it
 * failed. A refusal is clear, and `service_unavailable` is a refusal.
 */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || (error.status >= 500 && error.code !== 'service_unavailable');
}

/**
 * Whether nobody has told what became of a call: the connection was lost, a proxy answered instead of the server, or the answer cannot
 * be read.
 */
export const isUnanswered = (error: unknown): boolean =>
  isRefused(error, 'network_error', 'answer_lost', 'bad_reply') || isOfProxy(error);

const isOfProxy = (error: unknown): boolean =>
  error instanceof ApiError && error.code === '' && error.status > 501;

/** As `explain`, for a write without an idempotency key: a second try could have a second effect. */
export const explainWrite = (error: unknown): string =>
  isUnanswered(error)
    ? t('{message}. It may have worked. Look before you try again.', { message: explain(error) })
    : explain(error);

export interface CallOptions {
  /** Sent as Idempotency-Key. Create one key per intent, and reuse it when the same intent is retried. */
  readonly idempotencyKey?: string;
  /** `TIMEOUT_MS` by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

interface SendOptions extends CallOptions {
  /**
   * Returns null on a 401, unless the user is banned or is not the one whom the page shows. The server then answers without an error,
   * so the browser console stays clean.
   */
  readonly on401?: 'null';
}

/** A lost connection may never report an error, and a dialog cannot be closed while its form is being sent. */
const TIMEOUT_MS = 120_000;
const NO_CONTENT = 204;
const FORBIDDEN = 403;

export interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

type Optional<Part> = Record<never, never> extends Part ? true : undefined extends Part ? true : false;

/** A part is optional if all of its fields are optional. */
export type Loose<I> = {
  [K in keyof I as Optional<I[K]> extends true ? never : K]: I[K];
} & { [K in keyof I as Optional<I[K]> extends true ? K : never]?: I[K] };

/** A query as a caller writes it: numbers become text, and empty text is left out. */
type QueryOf<Q> = {
  [Name in keyof Q]: Q[Name] | '' | (string extends NonNullable<Q[Name]> ? number : never);
};

/** All parts of a call's input, as a caller writes them. */
type Written<I> = { [Part in keyof I]: Part extends 'query' ? QueryOf<I[Part]> : I[Part] };

/** What a caller passes to an endpoint. */
export type CallInput<E> = Loose<Written<InputOf<E>>>;

/** The argument is required exactly when the endpoint has a required part. */
type Input<E> = Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** A call that moves money must carry a key. `useOnce` creates and keeps it. */
type Arguments<E> = E extends IdempotentEndpoint
  ? [input: CallInput<E>, options: CallOptions & { readonly idempotencyKey: string }]
  : [...Input<E>, options?: CallOptions];

/**
 * Makes one call of the contract. The input is as on the wire: dollars and ISO 8601 texts. The reply is decoded: amounts in
 * cents and litoshi, times as Dates. Throws ApiError on every refusal and when the server cannot be reached.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>[0],
  options: CallOptions & { readonly on401: 'null' },
): Promise<ReplyOf<E> | null>;
export async function call<E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<ReplyOf<E>>;
export async function call(endpoint: Endpoint, ...rest: unknown[]): Promise<unknown> {
  const [input = {}, options = {}] = rest as [Parts?, SendOptions?];
  const response = await send(endpoint, input, options);
  if (options.on401 !== 'null') return answerOf(endpoint, response);
  if (response.status === NO_CONTENT) return null;
  return answerOf(endpoint, response).catch((error: Partial<ApiError>) => {
    if (error.status === 401 && !isRefused(error, 'account_banned', 'other_user')) return null;
    throw error;
  });
}

/** The check by a second factor. The app sets both functions. */
export const stepUp: {
  /** Asks for the check that a refused call needs, and loads its code if `load` has not. True: the person has passed it. */
  ask?: () => Promise<boolean>;
  /** Loads the code of the check. Forms call it before they are sent (`useContractForm`). */
  load?: () => Promise<unknown>;
} = {};

/** Whom the page shows. Calls name them, and the server refuses those that would count for someone else who has signed in meanwhile. */
export const shownUser: { id?: string } = {};

/** The address of a GET endpoint, for links that download its answer. */
export const hrefOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string =>
  address(endpoint, input as Parts);

/**
 * Sends a call, and once more with the same idempotency key after the person has passed a check. Both name the user of the first,
 * because someone else can sign in during the check.
 */
export async function send(endpoint: Endpoint, input: Parts, options: SendOptions): Promise<Response> {
  const { id } = shownUser;
  const response = await sendOnce(endpoint, input, options, id);
  const passed = (await needsCheck(response)) && (await stepUp.ask?.());
  return passed ? sendOnce(endpoint, input, options, id) : response;
}

const needsCheck = async (response: Response): Promise<boolean> =>
  response.status === FORBIDDEN && (await errorBody(response.clone())).code === 'step_up_required';

async function sendOnce(
  endpoint: Endpoint,
  input: Parts,
  options: SendOptions,
  userId: string | undefined,
): Promise<Response> {
  const headers = {
    accept: 'application/json',
    ...(input.body !== undefined && { 'content-type': 'application/json' }),
    ...(options.on401 && { prefer: 'anonymous' }),
    ...(userId && { 'expected-user': userId }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
  };
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const response = await fetch(address(endpoint, input), {
    method: endpoint.method,
    headers,
    body: JSON.stringify(input.body),
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  }).catch(noAnswer);
  noteServerTime(response);
  return response;
}

/** The connection was lost before the end of the answer. A call that its caller has aborted keeps its own error. */
export function noAnswer(error: Error): never {
  if (error.name === 'AbortError') throw error;
  throw new ApiError(0, { code: 'network_error', message: 'Network error' });
}

function address(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}

/** The decoded answer of a call. Throws ApiError on a refusal, and for an answer that the contract does not allow. */
export async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw new ApiError(response.status, await errorBody(response));
  const text = await response.text().catch(noAnswer);
  try {
    return endpoint.reply.parse(JSON.parse(text));
  } catch (error) {
    console.error(`${endpoint.method} ${endpoint.path} broke the contract`, error);
    throw new ApiError(502, { code: 'bad_reply', message: 'Server error' });
  }
}

/** Reads the body of a refusal: JSON with a message or error field, or plain text. A page of a web server in between has no message. */
async function errorBody(response: Response): Promise<ErrorBody> {
  const text = await response.text().catch(() => '');
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> & { error?: string };
    return { ...body, message: String(body.message ?? body.error ?? ''), code: String(body.code ?? '') };
  } catch {
    return { message: text.trimStart().startsWith('<') ? '' : text, code: '' };
  }
}
