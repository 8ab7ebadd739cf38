import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { bookAffiliatePayout } from '../../money/ledger/affiliate-payouts.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { readSetting } from '../settings/settings.reads.ts';

/**
 * Records a new user's referrer. Ignores an unknown code, a banned or deleted referrer, and the user's own code, because
 * a wrong link must not prevent a sign-in.
 */
export async function recordReferral(tx: Tx, userId: string, code: string): Promise<void> {
  const referral = await tx
    .insertInto('referrals')
    .columns(['referredId', 'referrerId'])
    .expression(
      tx
        .selectFrom('users')
        .where('affiliateCode', '=', code)
        .where('isBanned', '=', false)
        .where('deletedAt', 'is', null)
        .where('id', '<>', userId)
        .select([sql<string>`${userId}::uuid`.as('referredId'), 'id']),
    )
    .returning('referrerId')
    .executeTakeFirst();
  if (referral) await announceToReferrer(tx, referral.referrerId);
}

/** Open pages of the referrer read their referrals and shares again. */
const announceToReferrer = (tx: Tx, userId: string): Promise<void> =>
  notify(tx, 'affiliate', JSON.stringify({ userId }));

/**
 * Pays the referrer of `payerId` their share of the fee of ledger event `feeKey`, at most once, in the event's transaction
 * (docs/guide/money.md, Referrals). Returns the share in cents; 0 without a referrer.
 */
export async function payShare(tx: Tx, feeKey: string, payerId: string): Promise<Cents> {
  const { percent } = await readSetting(tx, 'affiliate');
  const { paid, referrerId } = await bookAffiliatePayout(tx, { feeKey, payerId, percent });
  if (paid > 0 && referrerId !== null) await announceToReferrer(tx, referrerId);
  return paid;
}
