import { REFUSALS } from '@sterling/contract/errors.ts';
import { type ApiError, explain } from '../api.ts';
import { formatCents } from '../format.ts';

/** Refusals whose own words say more than the required fallback for their status, which is 'This already exists' for most. */
const SAYS_IT_ITSELF = ['price_mismatch', 'pass_in_use', 'spending_limit', 'wallet_frozen'] as const;

/** Why an order or a pre-order was not placed, with the hint after it, or with how much the balance is short where the browser knows it. */
export function explainRefusal(error: ApiError, shortCents = 0): string {
  if (error.code === 'insufficient_balance' && !error.hint && shortCents > 0)
    return `${explain(error)}. Please deposit ${formatCents(shortCents)} more.`;
  const code = SAYS_IT_ITSELF.find((known) => known === error.code);
  if (!code) return explain(error);
  const hint = error.hint ? ` ${error.hint}` : '';
  return `${REFUSALS[code][1]}.${hint}`;
}
