import type { Collection } from '../journal.ts';

export const PRICE_SOURCES = ['kraken', 'coinbase', 'bitstamp', 'gemini'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** The price of one LTC in ten-thousandths of a US dollar. It changes only by `set`. */
export interface Prices {
  get(source: PriceSource): number;
  set(sources: readonly PriceSource[], tenThousandths: number): void;
  reset(): void;
}

const DEFAULT_PRICE = 85_0000;

/** The dollars per LTC of each price source. They survive a restart. */
export function openPrices(numbers: Collection<{ name: string; value: number }>): Prices {
  const row = (source: PriceSource) => `price-${source}`;
  return {
    get: (source) => numbers.get(row(source))?.value ?? DEFAULT_PRICE,
    set(sources, value) {
      for (const source of sources) numbers.put({ name: row(source), value });
    },
    reset() {
      for (const source of PRICE_SOURCES) numbers.delete(row(source));
    },
  };
}

/** Converts US dollars with at most four decimals to ten-thousandths. The caller must have checked the text. */
export function parseUsd(text: string): number {
  const [whole, decimals = ''] = text.split('.');
  return Number(whole) * 10_000 + Number(decimals.padEnd(4, '0'));
}

/** Formats `85.00` or `85.0001`: two to four decimals. */
export function formatUsd(tenThousandths: number): string {
  const whole = Math.floor(tenThousandths / 10_000);
  const decimals = String(tenThousandths % 10_000).padStart(4, '0');
  return `${whole}.${decimals.replace(/0{1,2}$/, '')}`;
}
