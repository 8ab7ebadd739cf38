/** One intent to move money, and the key under which it is sent however often it must be sent. */
export interface Attempt {
  readonly key: string;
  /** What is wanted; the same again is the same intent. */
  readonly content: string;
}

/**
 * The same request again keeps its key, so that a retry after an unclear answer pays nothing twice; any other
 * request gets a new one.
 */
export function attemptFor(before: Attempt | null, body: unknown): Attempt {
  const content = JSON.stringify(body);
  return before?.content === content ? before : { key: newKey(), content };
}

/** 128 random bits. Not randomUUID, which browsers offer to secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
