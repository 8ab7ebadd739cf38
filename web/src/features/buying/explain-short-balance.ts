import { ApiError } from '../../data/call.ts';
import { explain, isRefused } from '../../data/failure.ts';
import { formatCents } from '../../kit/format/format.ts';

/** Explains why an order was refused. For a short balance it adds the missing amount, unless the server did. */
export function explainShortBalance(error: unknown, shortCents: number): string {
  const hasHint = error instanceof ApiError && error.hint !== undefined;
  if (!isRefused(error, 'insufficient_balance') || hasHint || shortCents <= 0) return explain(error);
  return `${explain(error)}. Please deposit ${formatCents(shortCents)} more.`;
}
