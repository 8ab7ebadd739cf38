import { GameTrouble, type Trouble } from '../game-platform.ts';
import type { OutsideError, OutsideReply } from '../http.ts';

export interface CallDescription {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** For messages. A path never contains a secret. */
  readonly path: string;
  readonly viaProxy: boolean;
  /** It has no cookie. */
  readonly isPublic: boolean;
}

/** The error of an answer; null for a success. A challenge takes precedence over everything else in the answer. */
export function troubleOf(
  { status, headers, text }: OutsideReply,
  call: CallDescription,
): GameTrouble | null {
  if (status < 300) return null;
  const trouble = (kind: Trouble) => new GameTrouble(kind, `${call.method} ${call.path} answered ${status}`);
  const said = messageOf(text);
  const challenge = challengeOf(headers, said);
  if (challenge) return trouble({ kind: 'challenge', type: challenge });
  // Without a cookie on a call that needs one the fault is ours, not the account's.
  if (status === 401) return trouble({ kind: /cookie is empty/i.test(said) ? 'protocol' : 'invalid_cookie' });
  if (status === 403 && /moderated/i.test(said)) return trouble({ kind: 'moderated' });
  if (status === 404) return trouble({ kind: 'not_found' });
  if (status === 429) {
    const limited = { kind: 'rate_limited', retryAfterSeconds: retryAfter(headers) } as const;
    return trouble(call.isPublic ? { ...limited, isPublic: true } : limited);
  }
  if (status >= 500) return trouble({ kind: call.method === 'GET' ? 'unavailable' : 'unclear' });
  return trouble({ kind: 'protocol' });
}

/**
 * The error of a call without an answer. Whether it may have had an effect depends on its method and on whether it was
 * sent.
 */
export function troubleOfFailure(
  error: OutsideError,
  { method, path, viaProxy }: CallDescription,
): GameTrouble {
  return new GameTrouble({ kind: kindOfFailure(error, method, viaProxy) }, `${method} ${path}`, error);
}

function kindOfFailure({ kind, sent }: OutsideError, method: CallDescription['method'], viaProxy: boolean) {
  if (!sent) return viaProxy ? 'proxy' : 'unavailable';
  if (method !== 'GET') return 'unclear';
  // A silent Roblox looks the same. Callers that blame the account check that first (isAnswering).
  if (viaProxy && (kind === 'reset' || kind === 'timeout')) return 'proxy';
  return kind === 'timeout' || kind === 'reset' ? 'unavailable' : 'protocol';
}

const CHALLENGE_HEADERS = ['rblx-challenge-id', 'rblx-challenge-type', 'rblx-challenge-metadata'];
const CHALLENGE_TYPE = /^[a-z0-9_-]{1,40}$/;

function challengeOf(headers: OutsideReply['headers'], said: string): string | null {
  const isOne = CHALLENGE_HEADERS.some((name) => name in headers) || /^challenge is required/i.test(said);
  if (!isOne) return null;
  const type = String(headers['rblx-challenge-type'] ?? '').toLowerCase();
  return CHALLENGE_TYPE.test(type) ? type : 'unknown';
}

/** The seconds to wait, from `retry-after` (seconds or a date) or `x-ratelimit-reset`; null without either. */
export function retryAfter(headers: OutsideReply['headers']): number | null {
  const said = String(headers['retry-after'] ?? headers['x-ratelimit-reset'] ?? '').trim();
  if (said === '') return null;
  const seconds = /^\d+(\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** The message of an error body. Its shape varies: `errors` as a list or an object, a bare message, or none. */
function messageOf(text: string): string {
  const body = parsed(text);
  const first = [body?.errors ?? body].flat()[0] as { message?: unknown; errorMessage?: unknown } | undefined;
  const message = first?.message ?? first?.errorMessage;
  return typeof message === 'string' ? message : '';
}

function parsed(text: string): { errors?: unknown } | null {
  try {
    return JSON.parse(text) as { errors?: unknown } | null;
  } catch {
    return null;
  }
}
