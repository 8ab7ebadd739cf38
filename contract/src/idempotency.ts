const REFUSED_UNREAD = new Set([401, 403, 408, 429]);

/**
 * Whether a refusal with this status says that no call with the same idempotency key has had an effect, and that none which has begun
 * will have one. The other refusals may come before the server has looked for an answer to an earlier call.
 */
export const refusesEveryTry = (status: number): boolean =>
  status >= 400 && status < 500 && !REFUSED_UNREAD.has(status);
