import { isRate, MAX_RATE, MIN_RATE, parseDecimal, type Rate } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type { ComponentProps } from 'react';
import { dollarSign, formatRate, formatTrimmedUsd } from '../format/format.ts';
import { InputField } from '../ui/field.tsx';
import { centsProblem, plainDecimal } from './typed-decimal.ts';

/** What to say about a rate outside of the range. */
export const RATE_RANGE = t('Rate must be between {minimum} and {maximum}', {
  minimum: formatTrimmedUsd(MIN_RATE),
  maximum: formatTrimmedUsd(MAX_RATE),
});

/** The hint of a field for a rate. */
export const RATE_HINT = t('From {minimum} to {maximum}', {
  minimum: formatRate(MIN_RATE),
  maximum: formatRate(MAX_RATE),
});

/** The properties of an input for a rate. */
export const RATE_INPUT = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** Parses a typed rate into cents per 1000. Null outside of the range, or with fractions of a cent. */
export function parseRate(typed: string): Rate | null {
  const rateCents = parseDecimal(plainDecimal(typed), 2);
  return rateCents !== null && isRate(rateCents) ? rateCents : null;
}

/** What is wrong with a typed rate. */
export const rateProblem = (typed: string): string | undefined =>
  parseRate(typed) === null ? (centsProblem(typed) ?? RATE_RANGE) : undefined;

const problemOf = ({ ratePerThousand }: { readonly ratePerThousand: string }) => rateProblem(ratePerThousand);

/** What a form with the field `ratePerThousand` says about it, whether the endpoint's schema or only the range refuses it. */
export const RATE_CHECKS = {
  wrong: { ratePerThousand: problemOf },
  rules: { ratePerThousand: problemOf },
} as const;

/** A field for a rate in dollars per 1000 Robux. */
export function RateField({ hint = RATE_HINT, ...field }: ComponentProps<typeof InputField>) {
  return <InputField {...field} {...RATE_INPUT} hint={hint} before={dollarSign()} />;
}
