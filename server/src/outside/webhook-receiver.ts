import type { WebhookProblem } from '@sterling/contract/webhooks.ts';
import { Client } from 'undici';
import { codeOf, hasBadCertificate } from '../platform/outage.ts';
import { type AddressGuard, ForbiddenHost, ForbiddenPort, UnknownHost } from './address-guard.ts';
import { OutsideError, request } from './http.ts';

/** What a receiver answered to an event, or why there is no answer. */
export type ReceiverAnswer =
  | {
      readonly status: number;
      /** The first kilobyte. */
      readonly text: string;
      /** The wait that the receiver asks for; null without one. */
      readonly retryAfterSeconds: number | null;
      readonly problem: null;
    }
  | { readonly problem: WebhookProblem };

const TIMEOUT_MS = 10_000;
const FIRST_BYTES = 1_024;

/**
 * Sends an event to a person's receiver. Each call opens its own connection, so the guard checks the host's present addresses
 * each time. A redirect counts as an answer and is not followed. A receiver's failure is an answer with a `problem`, not an error.
 */
export async function sendEvent(
  { connect }: Pick<AddressGuard, 'connect'>,
  { url, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<ReceiverAnswer> {
  const dispatcher = new Client(new URL(url).origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const answer = await request({
      url,
      method: 'POST',
      body,
      dispatcher,
      timeoutMs: TIMEOUT_MS,
      firstBytes: FIRST_BYTES,
      tracedAs: 'webhook receiver',
      headers: { 'content-type': 'application/json', 'user-agent': 'Sterling-Webhooks/1', ...headers },
    });
    const seconds = Number(answer.headers['retry-after']);
    const retryAfterSeconds = seconds > 0 ? Math.ceil(seconds) : null;
    return { status: answer.status, text: storable(answer.text), retryAfterSeconds, problem: null };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { problem: problemOf(error) };
  } finally {
    void dispatcher.destroy().catch(() => undefined);
  }
}

/** PostgreSQL cannot store NUL. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** Codes of Node and OpenSSL for handshakes that fail. */
const OF_HANDSHAKE = /^ERR_SSL|^ERR_TLS|^EPROTO$/;

function problemOf({ kind, cause }: OutsideError): WebhookProblem {
  if (cause instanceof ForbiddenHost) return 'private_address';
  if (cause instanceof ForbiddenPort) return 'forbidden_port';
  if (cause instanceof UnknownHost) return 'unknown_host';
  if (hasBadCertificate(cause) || OF_HANDSHAKE.test(codeOf(cause))) return 'certificate';
  // an answer is cut and a redirect is an answer, so neither kind occurs here
  return kind === 'too_large' || kind === 'redirect' ? 'malformed' : kind;
}
