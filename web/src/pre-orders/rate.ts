import { dollarText, MAX_RATE, MIN_RATE, parseDecimal, type Rate } from '@sterling/contract/money.ts';

/** said whenever a rate is put back into its range. */
export const INVALID_RATE = {
  title: 'Invalid Rate',
  description: 'Rate must be between $1.00 and $6.00 per 1000 Robux',
};

/** The maximum rate that a pre-order starts with. */
export const FIRST_RATE = dollarText(MAX_RATE);

/** A rate as it stands in the field → cents per 1000; null while it is none from $1.00 to $6.00. */
export function rateOf(text: string): Rate | null {
  const rateCents = wholeCents(text);
  return rateCents !== null && isInRange(rateCents) ? (rateCents as Rate) : null;
}

/** What the field holds after a key: above 6 it snaps to 6.00, below 0 to 1.00; anything else may become a rate yet. */
export function typedRate(text: string): { text: string; snapped: boolean } {
  const plain = text.replace(',', '.').replace(/[^\d.-]/g, '');
  if (plain.startsWith('-') && plain !== '-') return { text: dollarText(MIN_RATE), snapped: true };
  const rateCents = wholeCents(plain);
  return rateCents !== null && rateCents > MAX_RATE
    ? { text: dollarText(MAX_RATE), snapped: true }
    : { text: plain, snapped: false };
}

/** What the field holds once it is left: two decimals within the range; what is no number becomes the least. */
export function settledRate(text: string): { text: string; snapped: boolean } {
  const rateCents = wholeCents(text) ?? 0;
  const clamped = Math.min(MAX_RATE, Math.max(MIN_RATE, rateCents)) as Rate;
  return { text: dollarText(clamped), snapped: clamped !== rateCents };
}

const isInRange = (rateCents: number): boolean => rateCents >= MIN_RATE && rateCents <= MAX_RATE;

/** Fractions of a cent are dropped: nobody pays more than they typed. */
function wholeCents(text: string): number | null {
  const match = /^(\d*)(?:\.(\d{0,2})\d*)?$/.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  return parseDecimal(`${match[1] || '0'}.${(match[2] ?? '').padEnd(2, '0')}`, 2);
}
