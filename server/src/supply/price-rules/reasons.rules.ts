import type { Rate } from '@sterling/contract/money.ts';
import type { PriceReason } from '@sterling/contract/price-rules.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { usd, whole } from '../../platform/formats.rules.ts';
import type { Reason } from './price-rules.rules.ts';

/** A stored reason as the contract shows it. */
export function shownReason({ startCents, boundCents, ...same }: Reason): PriceReason {
  return {
    ...same,
    ...(startCents !== undefined && { startRate: startCents as Rate }),
    ...(boundCents !== undefined && { boundRate: boundCents as Rate }),
  };
}

/** A stored reason as text. */
export function sentenceOf(reason: Reason, isPaused: boolean): string {
  if (reason.code === 'ended') return t('The rule no longer pauses this account.');
  return [startOf(reason), stepOf(reason), dayOf(reason), endOf(reason, isPaused)].filter(Boolean).join(' ');
}

function startOf({ code, startCents = 0, belowCents = 0 }: Reason): string {
  if (code === 'alone') return t('No other seller has stock.');
  const rate = usd(startCents);
  if (code === 'base') return t('The base rate is {rate}.', { rate });
  return belowCents === 0
    ? t('The lowest rate of other sellers is {rate}.', { rate })
    : t('The lowest rate of other sellers is {rate}, less {cents}.', { rate, cents: cents(belowCents) });
}

const stepOf = ({ stockStep }: Reason): string =>
  stockStep
    ? t('{change} from {robux} Robux on.', {
        change: moreOrLess(stockStep.cents),
        robux: whole(stockStep.fromRobux),
      })
    : '';

const dayOf = ({ dayCents }: Reason): string =>
  dayCents === undefined ? '' : t('{change} at this time of day.', { change: moreOrLess(dayCents) });

function endOf({ bound, boundCents = 0 }: Reason, isPaused: boolean): string {
  if (isPaused)
    return t('That is below your floor of {floor}, so the account is paused.', { floor: usd(boundCents) });
  if (bound === 'floor') return t('Your floor is {floor}.', { floor: usd(boundCents) });
  return bound === 'ceiling' ? t('Your ceiling is {ceiling}.', { ceiling: usd(boundCents) }) : '';
}

function moreOrLess(by: number): string {
  if (by === 0) return t('No change');
  const change = cents(Math.abs(by));
  return by < 0 ? t('{change} less', { change }) : t('{change} more', { change });
}
const cents = (count: number): string => plural(count, '{count} cent', '{count} cents', { count });
