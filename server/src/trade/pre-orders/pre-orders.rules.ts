/** What a look at a pre-order's pass found: right, at another price or off sale, or not the pass that was pre-ordered. */
export type PassFound = 'right' | 'wrong' | 'gone';

interface Ordered {
  readonly robuxAmount: number;
  readonly productId: string;
  readonly creatorType: string;
  readonly creatorTargetId: string;
}

interface Seen extends Omit<Ordered, 'robuxAmount'> {
  readonly isForSale: boolean;
  readonly priceRobux: number | null;
}

/** Compares a pass as it is seen (null: there is none) with what was pre-ordered. */
export function passFound(ordered: Ordered, pass: Seen | null): PassFound {
  if (!pass) return 'gone';
  const isTheSame =
    pass.productId === ordered.productId &&
    pass.creatorType === ordered.creatorType &&
    pass.creatorTargetId === ordered.creatorTargetId;
  if (!isTheSame) return 'gone';
  return pass.isForSale && pass.priceRobux === ordered.robuxAmount ? 'right' : 'wrong';
}

const HOURS_OF_FLOW = 24;

/**
 * When a pre-order may be served, as text: the Robux that wait up to and with it, at the pace at which pre-orders were
 * served within the last 24 hours at rates that it would take too. Null without such a flow.
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
