/** One intent to move money. All retries use the same idempotency key. */
export interface Attempt {
  readonly key: string;
  /** The serialized request. An equal request is the same intent. */
  readonly content: string;
}

/**
 * Keeps the key for an equal request, so that a retry after an unclear answer never pays twice. Any other
 * request gets a new key.
 */
export function attemptFor(before: Attempt | null, body: unknown): Attempt {
  const content = JSON.stringify(body ?? null);
  return before?.content === content ? before : { key: newKey(), content };
}

/** 128 random bits. Browsers offer randomUUID to secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
