import { t } from '@sterling/contract/texts.ts';
import { ApiError, explain, isRefused } from './call.ts';

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
