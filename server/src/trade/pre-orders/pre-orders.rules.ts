import { hasChanged, type PassOrdered, type PassSeen } from '../orders/purchasing/purchase.rules.ts';

/** The result of a pass check: as pre-ordered; off sale or at another price; no such pass; or no longer the pre-ordered pass. */
export type PassFound = 'right' | 'wrong' | 'missing' | 'gone';

/** Compares a pass with what was pre-ordered. Null: the pass does not exist. */
export function passFound(
  ordered: PassOrdered,
  pass: Omit<PassSeen, 'payerPrice' | 'discounts'> | null,
): PassFound {
  if (!pass) return 'missing';
  if (hasChanged(ordered, pass)) return 'gone';
  return pass.isForSale && pass.priceRobux === ordered.robuxAmount ? 'right' : 'wrong';
}

const MINUTES_OF_FLOW = 24 * 60;

/**
 * The minutes until a pre-order is served, from 1. `robuxAhead` includes its own amount; `robuxServedInADay` counts the last
 * 24 hours at rates that it accepts. Null if nothing was served.
 */
export function estimateMinutes(robuxAhead: number, robuxServedInADay: number): number | null {
  if (robuxServedInADay <= 0) return null;
  return Math.max(1, Math.ceil((robuxAhead / robuxServedInADay) * MINUTES_OF_FLOW));
}
