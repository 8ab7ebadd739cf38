import { REFUSALS } from '@sterling/contract/errors.ts';
import { type ApiError, explain } from '../../data/call.ts';
import { formatCents } from '../../kit/format/format.ts';

/** Refusals whose own message says more than the fallback for their status, usually 'This already exists'. */
const SAYS_IT_ITSELF = ['price_mismatch', 'pass_in_use', 'spending_limit', 'wallet_frozen'] as const;

/** Explains why an order or pre-order was refused, followed by the hint or by the missing amount. */
export function explainRefusal(error: ApiError, shortCents = 0): string {
  if (error.code === 'insufficient_balance' && !error.hint && shortCents > 0)
    return `${explain(error)}. Please deposit ${formatCents(shortCents)} more.`;
  const code = SAYS_IT_ITSELF.find((known) => known === error.code);
  if (!code) return explain(error);
  const hint = error.hint ? ` ${error.hint}` : '';
  return `${REFUSALS[code][1]}.${hint}`;
}
