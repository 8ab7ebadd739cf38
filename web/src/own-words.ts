import { REFUSALS, type RefusalCode } from '@sterling/contract/errors.ts';
import { ApiError, explain } from './api.ts';

/** Why a call was refused, with the hint after it; in its own words where they say more than the required fallback for the status. */
export function inOwnWords(error: unknown, codes: readonly RefusalCode[]): string {
  const code = error instanceof ApiError && codes.find((known) => known === error.code);
  if (!code) return explain(error);
  const hint = error.hint ? ` ${error.hint}` : '';
  return `${REFUSALS[code][1]}.${hint}`;
}
