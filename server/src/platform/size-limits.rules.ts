import { MAX_ORDER_ROBUX, MAX_RATE, MIN_ORDER_ROBUX, MIN_RATE } from '@sterling/contract/money.ts';
import type { SizeLimit } from '@sterling/contract/order-size.ts';
import { type Phrase, phrase } from '@sterling/contract/texts.ts';
import { usd, whole } from './formats.rules.ts';

/** What a refusal says about the size of an order: what is wrong with the field, and what would be right. */
export const SIZE_LIMITS: Readonly<Record<SizeLimit, { readonly what: Phrase; readonly hint: Phrase }>> = {
  leastRobux: {
    what: phrase('must be at least {least}', { least: String(MIN_ORDER_ROBUX) }),
    hint: phrase('Minimum purchase amount is {minOrderRobux} Robux', {
      minOrderRobux: () => whole(MIN_ORDER_ROBUX),
    }),
  },
  mostRobux: {
    what: phrase('must be at most {most}', { most: String(MAX_ORDER_ROBUX) }),
    hint: phrase('Maximum purchase amount is {maxOrderRobux} Robux', {
      maxOrderRobux: () => whole(MAX_ORDER_ROBUX),
    }),
  },
  rate: {
    what: phrase('is out of range'),
    hint: phrase('Rate must be between {minimum} and {maximum} per 1000 Robux', {
      minimum: () => usd(MIN_RATE),
      maximum: () => usd(MAX_RATE),
    }),
  },
};
