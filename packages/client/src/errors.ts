import type { ErrorCode } from './types.generated.ts';

/** The body of a refusal, with its status. */
interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: Readonly<Record<string, string>> | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A refused or failed call. `code` says why. A call that got no answer has the status 0. */
export class SterlingError extends Error {
  /** A newer server may answer codes that this client does not know. */
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  /** What to do, if Sterling knows it. */
  readonly hint: string | undefined;
  /** What is wrong with which field. */
  readonly details: Readonly<Record<string, string>> | undefined;
  /** The figures in `message` and `hint`. */
  readonly values: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The key of a call that moves money. With the same key the call can be repeated without a second effect. */
  idempotencyKey: string | undefined;
  /** Whether a call that moves money may have had its effect, because one of its tries got no clear answer. */
  mayHaveHappened = false;

  constructor(
    { code, status, message, hint, details, values, retryAfterSeconds }: Refusal,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'SterlingError';
    this.code = code;
    this.status = status;
    this.hint = hint;
    this.details = details;
    this.values = values;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether the call may have had its effect in spite of the error. `service_unavailable` is a refusal. */
export const isUnclear = ({ status, code }: SterlingError): boolean =>
  status === 0 || (status >= 500 && code !== 'service_unavailable');

const REFUSED_UNREAD = new Set([401, 403, 408, 429, 503]);

/** Whether Sterling may not have looked for the answer to an earlier try with the same key before the call was refused. */
export const saysNothingOfEarlierTries = ({ status, code }: SterlingError): boolean =>
  code === 'no_answer' || REFUSED_UNREAD.has(status);

/** The error in an answer. An answer that is not from Sterling, such as a page of a proxy, has the code `no_answer`. */
export async function errorIn(response: Response): Promise<SterlingError> {
  const body = (await response.json().catch(() => null)) as Partial<Refusal> | null;
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new SterlingError({
    code: body?.code ?? 'no_answer',
    status: response.status,
    message: body?.message ?? `The server answered ${response.status}`,
    hint: body?.hint,
    details: body?.details,
    values: body?.values,
    retryAfterSeconds: Number.isFinite(after) ? after : undefined,
  });
}
