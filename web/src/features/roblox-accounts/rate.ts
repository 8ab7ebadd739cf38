import { MAX_RATE, MIN_RATE, parseDecimal, type Rate } from '@sterling/contract/money.ts';

export const RATE_RANGE = 'Rate must be between $1 and $6';

/** Parses a typed rate into cents per 1000. Null outside $1 to $6, or with fractions of a cent. */
export function rateOf(text: string): Rate | null {
  const rateCents = parseDecimal(text.trim(), 2);
  return rateCents !== null && rateCents >= MIN_RATE && rateCents <= MAX_RATE ? (rateCents as Rate) : null;
}
