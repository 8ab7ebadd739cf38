import { dollarText, MAX_RATE, MIN_RATE, parseDecimal, type Rate } from '@sterling/contract/money.ts';

/** The requirements ask for this text whenever a rate is moved back into its range. */
export const INVALID_RATE = {
  title: 'Invalid Rate',
  description: 'Rate must be between $1.00 and $6.00 per 1000 Robux',
};

/** The default maximum rate of a pre-order. */
export const FIRST_RATE = dollarText(MAX_RATE);

/** Parses a rate into cents per 1000. Null outside $1.00 to $6.00. */
export function rateOf(text: string): Rate | null {
  const rateCents = wholeCents(text);
  return rateCents !== null && isInRange(rateCents) ? (rateCents as Rate) : null;
}

/**
 * The text after a keystroke. Above 6 it becomes 6.00, below 0 it becomes 1.00. Other text can still become a
 * rate. Keys after two decimals change nothing: the rest of '7.5' arrives after the 7 has become 6.00.
 */
export function typedRate(text: string): { text: string; snapped: boolean } {
  const [whole = '', ...decimals] = text
    .replaceAll(',', '.')
    .replace(/[^\d.-]/g, '')
    .split('.');
  const plain = decimals.length > 0 ? `${whole}.${decimals.join('').slice(0, 2)}` : whole;
  if (plain.startsWith('-') && plain !== '-') return { text: dollarText(MIN_RATE), snapped: true };
  const rateCents = wholeCents(plain);
  return rateCents !== null && rateCents > MAX_RATE
    ? { text: dollarText(MAX_RATE), snapped: true }
    : { text: plain, snapped: false };
}

/** The text after blur: two decimals within the range. Invalid text becomes the minimum. */
export function settledRate(text: string): { text: string; snapped: boolean } {
  const rateCents = wholeCents(text) ?? 0;
  const clamped = Math.min(MAX_RATE, Math.max(MIN_RATE, rateCents)) as Rate;
  return { text: dollarText(clamped), snapped: clamped !== rateCents };
}

const isInRange = (rateCents: number): boolean => rateCents >= MIN_RATE && rateCents <= MAX_RATE;

/** Drops fractions of a cent, so that buyers never pay more than they typed. */
function wholeCents(text: string): number | null {
  const match = /^(\d*)(?:\.(\d{0,2})\d*)?$/.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  return parseDecimal(`${match[1] || '0'}.${(match[2] ?? '').padEnd(2, '0')}`, 2);
}
