import { rateLimit, robuxLimit } from '@sterling/contract/order-size.ts';
import { SIZE_LIMITS } from '../../../platform/size-limits.rules.ts';
import { refuse } from '../../../refusal.ts';
import type { NewOrder } from './placement-request.ts';

/** Refuses with invalid_amount unless the order is for 100 to 1,000,000 Robux at 1.00 to 6.00 dollars per 1000. */
export function refuseSize({
  robuxAmount,
  maxRateCents,
}: Pick<NewOrder, 'robuxAmount' | 'maxRateCents'>): void {
  const ofRobux = robuxLimit(robuxAmount);
  if (ofRobux) {
    const { hint, what } = SIZE_LIMITS[ofRobux];
    refuse('invalid_amount', { hint, details: { robuxAmount: what } });
  }
  const ofRate = maxRateCents === undefined ? null : rateLimit(maxRateCents);
  if (ofRate) refuse('invalid_amount', { hint: SIZE_LIMITS[ofRate].hint });
}
