import * as z from 'zod/mini';
import { RateIn, RobuxIn } from './fields.ts';
import { isRate, MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Rate, type Robux } from './money.ts';

/** What the size of an order can break. The server has a hint for each. */
export type SizeLimit = 'leastRobux' | 'mostRobux' | 'rate';

/** The limit that a number of Robux breaks. Null for one that can be ordered. */
export function robuxLimit(amount: number): SizeLimit | null {
  if (amount < MIN_ORDER_ROBUX) return 'leastRobux';
  return amount > MAX_ORDER_ROBUX ? 'mostRobux' : null;
}

/** The limit that cents per 1000 Robux break. Null for a rate that is allowed. */
export const rateLimit = (rate: number): SizeLimit | null => (isRate(rate) ? null : 'rate');

const problem = (limit: SizeLimit) => ({ error: 'Invalid amount', params: { limit } });

/** Robux of an order in a request, from the least to the most that can be ordered. */
export const OrderRobux = RobuxIn.check(
  z.refine((amount) => robuxLimit(amount) !== 'leastRobux', problem('leastRobux')),
  z.refine((amount) => robuxLimit(amount) !== 'mostRobux', problem('mostRobux')),
);
/** Maximum rate of an order in a request, dollars per 1000 Robux → cents. */
export const OrderRate = RateIn.check(z.refine(isRate, problem('rate')));

interface Item {
  readonly robuxAmount: Robux;
  readonly ratePerThousand: Rate;
}

/** A field that is missing or malformed has an issue of its own. */
const breaks = (limit: SizeLimit, { robuxAmount, ratePerThousand }: Item): boolean =>
  robuxLimit(robuxAmount) === limit ||
  (typeof ratePerThousand === 'number' && rateLimit(ratePerThousand) === limit);

/**
 * For the items of a basket, where a size out of range is an outcome and does not refuse the basket. If another field refuses it, the
 * size is named too.
 */
export const sizeOfRefused = (['leastRobux', 'mostRobux', 'rate'] as const).map((limit) =>
  z.refine<Item>((item) => !breaks(limit, item), {
    ...problem(limit),
    path: [limit === 'rate' ? 'ratePerThousand' : 'robuxAmount'],
    when: ({ issues }) => issues.length > 0,
  }),
);
