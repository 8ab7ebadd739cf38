/** A refusal by Roblox with its status, body and headers. The error handler sends it. */
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

/** The common error body, with one error. */
export function errors(code: number, message: string, userFacingMessage?: string) {
  return { errors: [{ code, message, ...(userFacingMessage ? { userFacingMessage } : {}) }] };
}

/** The error body of the gamepass endpoints. */
export function passError(errorCode: string, errorMessage: string, field: string | null = null) {
  return { errorCode, errorMessage, field, hint: null };
}
