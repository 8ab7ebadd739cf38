/** A refusal by the platform, as it leaves: status, body and headers. Thrown by what a handler asks on its way. */
export class PlatformError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(`the game platform answers ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The common error body: a list of one. */
export function errors(code: number, message: string, userFacingMessage?: string) {
  return { errors: [{ code, message, ...(userFacingMessage ? { userFacingMessage } : {}) }] };
}

/** The error body of the pass endpoints. */
export function passError(errorCode: string, errorMessage: string, field: string | null = null) {
  return { errorCode, errorMessage, field, hint: null };
}
