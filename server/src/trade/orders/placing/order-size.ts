import { isRate, MAX_ORDER_ROBUX, MAX_RATE, MIN_ORDER_ROBUX, MIN_RATE } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { usd, whole } from '../../../platform/formats.rules.ts';
import { refuse } from '../../../refusal.ts';
import type { NewOrder } from './placement-request.ts';

/** Refuses with invalid_amount unless the order is for 100 to 1,000,000 Robux at 1.00 to 6.00 dollars per 1000. */
export function refuseSize({
  robuxAmount,
  maxRateCents,
}: Pick<NewOrder, 'robuxAmount' | 'maxRateCents'>): void {
  if (robuxAmount < MIN_ORDER_ROBUX)
    refuse('invalid_amount', {
      hint: phrase('Minimum purchase amount is {minOrderRobux} Robux', {
        minOrderRobux: () => whole(MIN_ORDER_ROBUX),
      }),
      details: { robuxAmount: phrase('must be at least {least}', { least: String(MIN_ORDER_ROBUX) }) },
    });
  if (robuxAmount > MAX_ORDER_ROBUX)
    refuse('invalid_amount', {
      hint: phrase('Maximum purchase amount is {maxOrderRobux} Robux', {
        maxOrderRobux: () => whole(MAX_ORDER_ROBUX),
      }),
      details: { robuxAmount: phrase('must be at most {most}', { most: String(MAX_ORDER_ROBUX) }) },
    });
  if (maxRateCents !== undefined && !isRate(maxRateCents)) {
    refuse('invalid_amount', {
      hint: phrase('Rate must be between {minimum} and {maximum} per 1000 Robux', {
        minimum: () => usd(MIN_RATE),
        maximum: () => usd(MAX_RATE),
      }),
    });
  }
}
