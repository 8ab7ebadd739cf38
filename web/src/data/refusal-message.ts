import { REFUSALS, type RefusalCode } from '@sterling/contract/errors.ts';
import { ApiError, explain } from './call.ts';

/**
 * Explains why a call was refused, followed by the hint. For the given codes, the refusal's own message
 * replaces the general text of the HTTP status.
 */
export function refusalMessage(error: unknown, codes: readonly RefusalCode[]): string {
  const code = error instanceof ApiError && codes.find((known) => known === error.code);
  if (!code) return explain(error);
  const hint = error.hint ? ` ${error.hint}` : '';
  return `${REFUSALS[code][1]}.${hint}`;
}
