import { hasChanged, type PassOrdered, type PassSeen } from '../orders/purchasing/purchase.rules.ts';

/** The result of a pass check: as pre-ordered; off sale or at another price; or no longer the pre-ordered pass. */
export type PassFound = 'right' | 'wrong' | 'gone';

/** Compares a pass with what was pre-ordered. Null: the pass does not exist. */
export function passFound(
  ordered: PassOrdered,
  pass: Omit<PassSeen, 'payerPrice' | 'discounts'> | null,
): PassFound {
  if (!pass || hasChanged(ordered, pass)) return 'gone';
  return pass.isForSale && pass.priceRobux === ordered.robuxAmount ? 'right' : 'wrong';
}

const HOURS_OF_FLOW = 24;

/**
 * A text that estimates when a pre-order is served. `robuxAhead` includes its own amount; `robuxServedInADay` counts the last
 * 24 hours at rates that it accepts. Null if nothing was served.
 */
export function estimate(robuxAhead: number, robuxServedInADay: number): string | null {
  if (robuxServedInADay <= 0) return null;
  const hours = (robuxAhead / robuxServedInADay) * HOURS_OF_FLOW;
  if (hours < 1) return about(Math.max(1, Math.ceil(hours * 60)), 'minute');
  if (hours < 48) return about(Math.round(hours), 'hour');
  const days = Math.round(hours / 24);
  return days > 14 ? 'more than two weeks' : about(days, 'day');
}

const about = (count: number, unit: string) => `about ${count} ${unit}${count === 1 ? '' : 's'}`;
