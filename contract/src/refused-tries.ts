const REFUSED_UNREAD = [401, 403, 408, 429];

/**
 * Whether a refusal with this status says that no call with the same idempotency key has had an effect, and that none which began
 * earlier will. The server may send the others before it has looked for an answer to an earlier call.
 */
export const refusesEveryTry = (status: number): boolean =>
  status >= 400 && status < 500 && !REFUSED_UNREAD.includes(status);
