import * as z from 'zod/mini';
import { RateIn, RobuxIn } from './fields.ts';
import { isRate, MAX_ORDER_ROBUX, MIN_ORDER_ROBUX } from './money.ts';

/** What the size of an order can break. The server has a hint for each. */
export type SizeLimit = 'leastRobux' | 'mostRobux' | 'rate';

/** The limit that this number of Robux breaks, or null if it can be ordered. */
export function robuxLimit(amount: number): SizeLimit | null {
  if (amount < MIN_ORDER_ROBUX) return 'leastRobux';
  return amount > MAX_ORDER_ROBUX ? 'mostRobux' : null;
}

/** The limit that this rate breaks (cents per 1000 Robux), or null if it is allowed. */
export const rateLimit = (rate: number): SizeLimit | null => (isRate(rate) ? null : 'rate');

const problem = (limit: SizeLimit) => ({ error: 'Invalid amount', params: { limit } });

/** Robux of an order in a request, from the least to the most that can be ordered. */
export const OrderRobux = RobuxIn.check(
  z.refine((amount) => robuxLimit(amount) !== 'leastRobux', problem('leastRobux')),
  z.refine((amount) => robuxLimit(amount) !== 'mostRobux', problem('mostRobux')),
);
/** Maximum rate of an order in a request, dollars per 1000 Robux → cents. */
export const OrderRate = RateIn.check(z.refine(isRate, problem('rate')));
