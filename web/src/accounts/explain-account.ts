import { REFUSALS } from '@sterling/contract/errors.ts';
import { ApiError, explain } from '../api.ts';

/** Refusals whose own words say more than the seed's fallback for their status, which is 'This already exists' for each. */
const SAYS_IT_ITSELF = ['account_exists', 'cookie_of_another', 'open_orders', 'invalid_proxy'] as const;

/** Why something with an account did not work, with the hint after it. */
export function explainAccount(error: unknown): string {
  const code = error instanceof ApiError && SAYS_IT_ITSELF.find((known) => known === error.code);
  if (!code) return explain(error);
  const hint = error.hint ? ` ${error.hint}` : '';
  return `${REFUSALS[code][1]}.${hint}`;
}
