import { friendlyMessage } from '@sterling/contract/errors.ts';
import { ApiError } from './call.ts';

/** Why a call failed, in words for users: the friendly message, followed by the hint. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return friendlyMessage(500, '');
  return error.hint ? `${error.message}. ${error.hint}`.replace('.. ', '. ') : error.message;
}

/**
 * Whether a failed write may have happened anyway: the answer was lost, or the server or a proxy before it
 * failed. A refusal is clear, and `service_unavailable` is a refusal.
 */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || (error.status >= 500 && error.code !== 'service_unavailable');
}

/** Whether a call was refused with one of these codes. */
export const isRefused = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code);
