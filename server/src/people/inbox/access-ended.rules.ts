import { plural, t } from '@sterling/contract/texts.ts';

/** Why all access to an account ended: the person or staff signed out everywhere, a lost factor was reset, or a ban. */
export type AccessEndCause = 'person' | 'staff' | 'factor_reset' | 'banned';

/** All access to an account ended, with the number of things that ended with it. */
export interface AccessEnded {
  readonly code: 'access_ended';
  readonly cause: AccessEndCause;
  readonly tokens: number;
  readonly webhooks: number;
  /** Whether the Discord webhook was removed. */
  readonly discord: boolean;
  /** Older entries do not have these. */
  readonly standingOrders?: number;
  readonly imports?: number;
  readonly priceRules?: number;
  readonly preOrders?: number;
  readonly withdrawals?: number;
}

const ENDED_BY: Readonly<Record<AccessEndCause, () => string>> = {
  person: () => t('You signed out everywhere else.'),
  staff: () => t('Sterling staff ended all your sessions.'),
  factor_reset: () => t('All your sessions ended, because your second factor was reset.'),
  banned: () => t('All your sessions ended, because your account was banned.'),
};

/** What ended, and what to do. */
export function endedText(news: AccessEnded): string {
  const {
    cause,
    tokens,
    webhooks,
    discord,
    standingOrders = 0,
    imports = 0,
    priceRules = 0,
    preOrders = 0,
    withdrawals = 0,
  } = news;
  return [
    ENDED_BY[cause](),
    ...(tokens > 0 ? [revoked(tokens)] : []),
    ...(webhooks > 0 ? [switchedOff(webhooks)] : []),
    ...(discord ? [t('Your Discord webhook was removed.')] : []),
    ...(standingOrders > 0 ? [paused(standingOrders)] : []),
    ...(imports > 0 ? [t('Your import of accounts was stopped.')] : []),
    ...(priceRules > 0 ? [turnedOff(priceRules)] : []),
    ...(preOrders > 0 ? [closed(preOrders)] : []),
    ...(withdrawals > 0 ? [inReview(withdrawals)] : []),
    t('Set up again only what you recognise.'),
  ].join(' ');
}

const revoked = (count: number): string =>
  plural(count, '{count} API token was revoked.', '{count} API tokens were revoked.', { count });
const switchedOff = (count: number): string =>
  plural(count, '{count} webhook was switched off.', '{count} webhooks were switched off.', { count });
const paused = (count: number): string =>
  plural(count, '{count} standing order was paused.', '{count} standing orders were paused.', { count });
const turnedOff = (count: number): string =>
  plural(
    count,
    '{count} price rule was turned off. Check the rates of your accounts.',
    '{count} price rules were turned off. Check the rates of your accounts.',
    { count },
  );
const closed = (count: number): string =>
  plural(count, '{count} pre-order was closed.', '{count} pre-orders were closed.', { count });
const inReview = (count: number): string =>
  plural(count, '{count} withdrawal waits for our review.', '{count} withdrawals wait for our review.', {
    count,
  });
